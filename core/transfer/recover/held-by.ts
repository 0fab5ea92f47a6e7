import type { TransactionReads, UnmatchedTransaction } from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import type { TransferReads } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { mayBelongTo } from './may-belong-to.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * A quarantined route that an unmatched transaction may have worked for; null where there is none.
 * By the store alone, so that it can be asked inside a unit.
 */
export async function heldBy(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  reads: {
    readonly transfers: Pick<TransferReads, 'unsettledRoutes'>;
    readonly transactions: Pick<TransactionReads, 'transactionsOf'>;
  },
  unmatched: UnmatchedTransaction,
): Promise<Route | null> {
  for await (const page of unsettledPages(reads)) {
    for (const route of page.filter(({ stage }) => stage === stages.quarantined)) {
      const custody = portsOf(ports, route)?.custody;
      if (custody === undefined) continue;
      const transactions = await reads.transactions.transactionsOf(route.id);
      if (mayBelongTo(custody, unmatched, route, transactions)) return route;
    }
  }
  return null;
}
