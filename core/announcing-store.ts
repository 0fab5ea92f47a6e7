import type { Clock, StorePort } from '@interline/ports';
import { noteRoute, noteSponsored } from './accounts/index.ts';
import { endOnBudget, holdToPolicy, reopenOnBudget } from './agents/index.ts';
import type { IssueReceipt, SignClaims } from './evidence/index.ts';
import { endPayment, holdToMandate, reopenPayment } from './mandates/index.ts';
import { assertTickLeased } from './primitives/index.ts';
import type { Reads, Store, Unit, Writes } from './store.ts';
import { quarantineRoutes } from './transfer/index.ts';

/**
 * The store of the composed service: what one module announces inside a unit, the modules that
 * listen hear in that same unit, before its COMMIT. Without `issue` no receipt is signed, and without
 * `signVerdict` none of a mandate.
 */
export function announcingStore(
  store: StorePort<Reads, Writes>,
  clock: Pick<Clock, 'now'>,
  issue?: IssueReceipt,
  signVerdict?: SignClaims,
): Store {
  return {
    reads: store.reads,
    run: (name, work) => store.run(name, (tx) => work(announcing(tx, clock, issue, signVerdict))),
  };
}

function announcing(
  tx: Writes,
  clock: Pick<Clock, 'now'>,
  issue?: IssueReceipt,
  signVerdict?: SignClaims,
): Unit {
  const heard = { ...tx, transfers: heardByAccounts(tx), sponsor: callsHeard(tx, clock) };
  return {
    ...heard,
    announce: {
      accountBehind: (account) => quarantineRoutes(heard, account, clock.now()),
      routeAccepting: (tick) => assertTickLeased(tx, tick),
      acceptingForAgent: (route, hold) => holdToPolicy(tx, route, hold),
      acceptingUnderMandate: (route, hold) => holdToMandate(tx, route, hold, signVerdict),
      async routeEnded(event, ended) {
        await tx.webhooks.oweToRoute(event);
        await endOnBudget(tx, event, ended);
        await endPayment(tx, event, ended, signVerdict);
        await issue?.(tx, ended);
      },
      async routeReopened(event) {
        await tx.webhooks.withdrawFromRoute(event.routeId);
        await reopenOnBudget(tx, event);
        await reopenPayment(tx, event);
      },
    },
  };
}

/** A route comes to be or moves by one of these three, so that its payer's account misses nothing. */
function heardByAccounts(tx: Writes): Writes['transfers'] {
  const { transfers } = tx;
  return {
    ...transfers,
    async insertRoute(route) {
      await transfers.insertRoute(route);
      await noteRoute(tx, null, route, route.createdAtMs);
    },
    async moveRoute(route, change, nowMs) {
      const moved = await transfers.moveRoute(route, change, nowMs);
      await noteRoute(tx, route, moved, nowMs);
      return moved;
    },
    async replaceRoute(waiting, route) {
      const accepted = await transfers.replaceRoute(waiting, route);
      await noteRoute(tx, waiting, accepted, accepted.updatedAtMs);
      return accepted;
    },
  };
}

/** Sponsored calls end by this one. */
function callsHeard(tx: Writes, clock: Pick<Clock, 'now'>): Writes['sponsor'] {
  const { sponsor } = tx;
  return {
    ...sponsor,
    async settleSponsoredCall(id, change) {
      const before = await sponsor.sponsoredCall(id);
      await sponsor.settleSponsoredCall(id, change);
      if (before !== null) await noteSponsored(tx, before, change, clock.now());
    },
  };
}
