import type { TransactionReads, UnmatchedTransaction } from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import type { TransferReads } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { type HeldRoute, mayBelongTo } from './may-belong-to.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * A quarantined route that closing an unmatched transaction would let go, and that it may have worked
 * for; null where there is none. A deposit is let go only by the word that it was something else. By the
 * store alone, so that it can be asked inside a unit.
 */
export async function heldBy(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  reads: {
    readonly transfers: Pick<TransferReads, 'unsettledRoutes' | 'deposit'>;
    readonly transactions: Pick<TransactionReads, 'transactionsOf'>;
  },
  unmatched: UnmatchedTransaction,
): Promise<Route | null> {
  for await (const page of unsettledPages(reads)) {
    for (const route of page.filter(
      ({ stage, mode }) => stage === stages.quarantined && mode !== 'deposit',
    )) {
      const custody = portsOf(ports, route)?.custody;
      if (custody === undefined) continue;
      if (mayBelongTo(custody, unmatched, await readHeld(reads, route))) return route;
    }
  }
  return null;
}

/** The route with all that tells what may belong to it. */
export async function readHeld(
  reads: {
    readonly transfers: Pick<TransferReads, 'deposit'>;
    readonly transactions: Pick<TransactionReads, 'transactionsOf'>;
  },
  route: Route,
): Promise<HeldRoute> {
  return {
    route,
    transactions: await reads.transactions.transactionsOf(route.id),
    deposit: route.mode === 'deposit' ? await reads.transfers.deposit(route.id) : null,
  };
}
