import { type AccountRole, type ChainRef } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import {
  judgeAccount,
  type TransactionReads,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { StaleRoute, type TransferReads } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';
import { readHeld } from './held-by.ts';
import { keepsRoute } from './keeps-back.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * Releases quarantined routes whose evidence is complete: all of their accounts run, their chains
 * show no more than the store has, and no unmatched transaction may belong to them. Resolves to the
 * number of released routes.
 */
export async function releaseCleared(ports: TransferPorts, signal: AbortSignal): Promise<number> {
  const { reads } = ports.store;
  const [any] = await reads.transfers.routesInStages([stages.quarantined], 1);
  if (any === undefined) return 0;
  const isInStep = stepReader(signal);
  const unmatched = await reads.transactions.unmatchedTransactions();
  let released = 0;
  for await (const page of unsettledPages(reads)) {
    for (const route of page.filter(({ stage }) => stage === stages.quarantined)) {
      const own = portsOf(ports, route);
      if (own === null || !(await isCleared(own, reads, route, unmatched))) continue;
      const inStep = await Promise.all(
        accountsOf(own.custody, route).map((account) => isInStep(own, account)),
      );
      if (inStep.every(Boolean) && (await release(own, route))) released += 1;
    }
  }
  return released;
}

interface AccountAt {
  readonly chain: ChainRef;
  readonly role: AccountRole;
}

function accountsOf(
  { chains, roles }: Pick<CustodyPort, 'chains' | 'roles'>,
  route: Route,
): readonly AccountAt[] {
  return chains.flatMap((chain) =>
    roles(chain)
      .filter((role) => worksWith(route, chain, role))
      .map((role) => ({ chain, role })),
  );
}

/** Each account is checked once, for any number of routes. */
function stepReader(
  signal: AbortSignal,
): (ports: TransferPorts, at: AccountAt) => Promise<boolean> {
  const judged = new Map<string, Promise<boolean>>();
  return (ports, { chain, role }) => {
    const key = `${chain}/${ports.custody.account(chain, role)}`;
    const judging =
      judged.get(key) ??
      judgeAccount(ports, chain, role, signal).then(
        (found) => found === 'unchanged',
        () => false,
      );
    judged.set(key, judging);
    return judging;
  };
}

async function isCleared(
  { custody }: Pick<TransferPorts, 'custody'>,
  reads: {
    readonly transfers: Pick<TransferReads, 'deposit'>;
    readonly transactions: Pick<TransactionReads, 'account' | 'transactionsOf'>;
  },
  route: Route,
  unmatched: readonly UnmatchedTransaction[],
): Promise<boolean> {
  for (const { chain, role } of accountsOf(custody, route)) {
    const record = await reads.transactions.account(chain, custody.account(chain, role));
    if (record === null || record.stopped !== null) return false;
  }
  const held = await readHeld(reads, route);
  return !unmatched.some((one) => keepsRoute(custody, one, held));
}

async function release(ports: TransferPorts, route: Route): Promise<boolean> {
  const nowMs = ports.clock.now();
  try {
    const isReleased = await ports.store.run('release-cleared', async (tx) => {
      // Read again, because transactions may have become unmatched since the sweep began.
      const unmatched = await tx.transactions.unmatchedTransactions();
      if (!(await isCleared(ports, tx, route, unmatched))) return false;
      await tx.transfers.moveRoute(route, { stage: stageOf(route) }, nowMs);
      await tx.jobs.enqueue({ kind: 'advance-route', subject: route.id, runAtMs: nowMs });
      return true;
    });
    if (isReleased) ports.log.info('route-released', { routeId: route.id, by: 'the chain' });
    return isReleased;
  } catch (error) {
    // It moved meanwhile; the next sweep looks again.
    if (error instanceof StaleRoute) return false;
    throw error;
  }
}

/** The stage of a route after quarantine, derived from where its money is. */
export function stageOf({ phase }: Pick<Route, 'phase'>): string {
  switch (phase) {
    case 'funding':
      return stages.fundsRequired;
    case 'pulling':
      return stages.receiving;
    case 'running':
      return stages.sending;
    case 'refunding':
    case 'ended':
      return stages.refunding;
  }
}
