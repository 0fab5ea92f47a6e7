import { type Transaction, pulledTo, refundStep } from '@interline/kernel';
import {
  awaitTransaction,
  type MinedTransaction,
  movedUnits,
  settleEnd,
  settleMined,
  settleReverted,
  watchedOf,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { heldReasonOf } from '../held-refund.ts';
import { isRebalance, type Route, stages } from '../route.ts';
import { bookedFor } from './booked-route.ts';
import { pullRevertKind } from './advance-pull.ts';
import { chargeGivenBack } from './charge-given-back.ts';
import { failRoute } from './end-route.ts';
import { holdRefund } from './hold-refund.ts';
import { isServed } from './leave-gone-chain.ts';
import { proveNotPulled } from './pull-again.ts';
import { owedUnits, refundRole, refundTarget } from './refund-terms.ts';
import { holdId, refundReservationId } from '../float/route-reservations.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { commitPaying } from './commit-step.ts';
import { type Advance, later, moved, waitHeld, waitUnproven } from './advance.ts';
import { handsOver, outcomeOf } from './outcomes-of.ts';
import { revokeBeforeRefund } from './revoke-before-refund.ts';
import { withheldReason } from '../float/while-books-agree.ts';

/**
 * Refunds the whole credited amount to the payer; the service pays the gas. The route is FAILED
 * only once the refund is mined. A refund that succeeds in every simulation and reverts in every
 * block costs `maxAttempts` reverts; after that each attempt needs an operator's order
 * (`isReleased`).
 */
export async function advanceRefund(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
  isReleased = false,
): Promise<Advance> {
  const transactions = await ports.store.reads.transactions.transactionsOf(route.id);
  const refunds = transactions.filter((one) => one.purpose === 'refund');
  // No further refund while any refund may still be mined, even an earlier one that had reverted.
  const open = refunds.findLast(({ state }) => state === 'open');
  const last = open ?? refunds.find((one) => outcomeOf(one) !== 'void');
  if (last === undefined) {
    const reverted = refunds.filter(({ state }) => state === 'reverted').length;
    return reverted >= ports.policy.maxAttempts && !isReleased
      ? holdRefund(
          ports,
          route,
          'refused',
          `the refund reverted ${reverted} times; an operator must release it`,
        )
      : startRefund(ports, route, transactions, signal);
  }
  // The no-op in its slot is not final yet.
  if (last.state !== 'open') return later(ports.clock.now() + ports.policy.retryAfterMs);

  const awaited = await awaitTransaction(ports, last, { patienceMs }, signal);
  return settleEnd<Advance>(ports, awaited, {
    displacedUnit: 'refund-displaced',
    pending: () => later(ports.clock.now()),
    displaced: () => moved(route),
    async reverted(seen) {
      await ports.store.run('refund-reverted', (tx) =>
        isRebalance(route)
          ? settleMined(tx, seen, bookedFor(ports, route))
          : settleReverted(ports, tx, seen, {
              client: route.client,
              payer: route.order.payer,
              kind: pullRevertKind(route),
              engine: route.rail,
            }),
      );
      return holdRefund(ports, route, 'refused', 'the refund reverted on chain');
    },
    async filled(seen) {
      await ports.store.run('refund-filled', (tx) =>
        settleMined(tx, seen, bookedFor(ports, route)),
      );
      return moved(route);
    },
    mined: (seen) => refunded(ports, route, seen),
  });
}

/**
 * Never before a pull that a reorg removed is mined again, and not if it brought nothing there,
 * because the money would be another payer's.
 */
async function startRefund(
  ports: TransferPorts,
  route: Route,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<Advance> {
  const pulls = transactions.filter((one) => one.purpose === 'pull');
  if (pulls.some((one) => one.state === 'open'))
    return later(ports.clock.now() + ports.policy.retryAfterMs);
  // The pull that brought the money may be an earlier one, because of which a later one may have
  // reverted.
  const hasBrought = pulls.length === 0 || pulls.some((one) => outcomeOf(one) === 'done');
  if (hasBrought)
    return (
      (await waitForPayment(ports, route, transactions, signal)) ??
      (await revokeBeforeRefund(ports, route, transactions, signal)) ??
      commitRefund(ports, route, signal)
    );
  const notPulled = await proveNotPulled(ports, route, pulls, signal);
  if (notPulled === 'not-held') return waitHeld(ports, route);
  if (notPulled !== 'proven') return waitUnproven(ports, route);
  return {
    kind: 'ended',
    route: await ports.store.run('pull-undone', (tx) =>
      failRoute(
        ports,
        tx,
        route,
        {
          code: 'PULL_REVERTED',
          reason: 'a reorg undid the pull, and it reverted the second time',
          stage: stages.notPulled,
        },
        { credited: null },
      ),
    ),
  };
}

/**
 * Checks transactions that had reverted before the route was given up and that a reorg has since
 * reopened: one may have paid after all. Null if none did, or if a rail returned the money.
 */
async function waitForPayment(
  ports: TransferPorts,
  route: Route,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<Advance | null> {
  const reopened = transactions.filter((one) => one.reorgs > 0 && handsOver(route, one));
  for (const transaction of reopened) {
    const outcome = outcomeOf(transaction);
    if (outcome === 'unknown') return later(ports.clock.now() + ports.policy.retryAfterMs);
    if (outcome === 'done' && (await hasPaid(ports, route, transaction, signal))) {
      return holdRefund(
        ports,
        route,
        'operator',
        `the ${transaction.purpose} that had reverted succeeded after a reorg`,
      );
    }
  }
  return null;
}

/** Whether the transaction moved the money; unknown counts as paid. */
async function hasPaid(
  ports: TransferPorts,
  { owed }: Route,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<boolean> {
  const { chain, expects } = transaction;
  // A refund of what a rail returned follows a call that was made.
  if (expects === null) return owed === null;
  if (!isServed(ports, chain)) return true;
  const watched = await watchedOf(ports.store.reads.transactions, [transaction]);
  const {
    transactions: [now],
  } = await ports.custody.observe(chain, watched, signal);
  return now?.mined == null || (now.mined.isSuccess && movedUnits(now.mined, expects) > 0n);
}

async function commitRefund(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Advance> {
  await assertNotPaused(ports.store.reads, route);
  const { order } = route;
  const { chain } = order.from;
  if (!isServed(ports, chain))
    return holdRefund(ports, route, 'operator', `${chain} is not served any more`);
  const prepared = await ports.custody.prepare(
    {
      kind: 'payout',
      purpose: 'refund',
      chain: order.from.chain,
      token: order.from.address,
      role: refundRole(route),
      to: refundTarget(route),
      units: owedUnits(route),
    },
    signal,
    { confirmsRefusal: true },
  );
  if (!prepared.ok)
    return holdRefund(
      ports,
      route,
      heldReasonOf(prepared.code),
      `${prepared.code}: ${prepared.reason}`,
    );
  const paying = { token: order.from, role: pulledTo(route.plan), units: owedUnits(route) };
  const commit = {
    unit: 'commit-refund',
    step: refundStep,
    prepared: prepared.value,
    change: { stage: stages.refunding },
  };
  return (
    (await commitPaying(ports, route, paying, commit, signal)) ??
    holdRefund(ports, route, 'operator', withheldReason(paying))
  );
}

async function refunded(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
): Promise<Advance> {
  const {
    mined,
    transaction: { expects },
  } = seen;
  if (expects === null || movedUnits(mined, expects) < expects.units) {
    await ports.store.run('refund-short', (tx) =>
      settleMined(tx, seen, bookedFor(ports, route, { against: 'losses' })),
    );
    return holdRefund(
      ports,
      route,
      'operator',
      'the refund was mined but did not move the whole amount',
    );
  }
  const reason = route.failure?.reason ?? 'the transfer could not be completed';
  const failed = await ports.store.run('settle-refund', async (tx) => {
    await settleMined(tx, seen, bookedFor(ports, route));
    const leaving = [holdId(route.id), refundReservationId(route.id)];
    for (const { id } of await tx.transactions.reservationsOf(route.id))
      if (leaving.includes(id)) await tx.transactions.settleReservation(id, mined.block);
    if (!isRebalance(route)) await chargeGivenBack(ports, tx, route);
    return failRoute(
      ports,
      tx,
      route,
      { code: 'REFUNDED', reason, stage: stages.refunded },
      { refundTx: mined.hash },
    );
  });
  return { kind: 'ended', route: failed };
}
