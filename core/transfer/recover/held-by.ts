import type { BookReads } from '../../books/index.ts';
import type { TransactionReads, UnmatchedTransaction } from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import type { TransferReads } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { mayBeOfDeposit } from './keeps-back.ts';
import { type HeldRoute, mayBelongTo } from './may-belong-to.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * A quarantined route that closing an unmatched transaction would release, and that the transaction
 * may belong to; null if there is none. Deposits are excluded, because the closing names them. It
 * uses only the store, so it can run inside a unit.
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

/**
 * The first deposit that waits for an unmatched transaction which may have delivered or refunded
 * it: quarantined, or ended with held refunds. It uses only the store.
 */
export async function depositsItMayBeOf(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  reads: DepositReads,
  unmatched: UnmatchedTransaction,
  limit: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const route of waitingDeposits(reads)) {
    if (!(await mayBeOf(ports, reads, unmatched, route))) continue;
    found.push(route.id);
    if (found.length === limit) break;
  }
  return found;
}

/**
 * Whether the transaction may have delivered or refunded the route's deposit; false without a
 * deposit.
 */
export async function mayBeOfRoute(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  reads: DepositReads,
  unmatched: UnmatchedTransaction,
  routeId: string,
): Promise<boolean> {
  const route = await reads.transfers.route(routeId);
  return route !== null && mayBeOf(ports, reads, unmatched, route);
}

interface DepositReads {
  readonly transfers: Pick<TransferReads, 'route' | 'unsettledRoutes' | 'deposit'>;
  readonly transactions: Pick<TransactionReads, 'transactionsOf'>;
  readonly books: Pick<BookReads, 'liabilities'>;
}

async function* waitingDeposits(reads: DepositReads): AsyncGenerator<Route> {
  for await (const page of unsettledPages(reads))
    yield* page.filter(({ stage, mode }) => stage === stages.quarantined && mode === 'deposit');
  // A held refund is on the list of debts.
  for (const { routeId } of await reads.books.liabilities()) {
    const route = await reads.transfers.route(routeId);
    if (route?.mode === 'deposit' && route.stage !== stages.quarantined) yield route;
  }
}

async function mayBeOf(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  reads: DepositReads,
  unmatched: UnmatchedTransaction,
  route: Route,
): Promise<boolean> {
  const custody = portsOf(ports, route)?.custody;
  return custody !== undefined && mayBeOfDeposit(custody, unmatched, await readHeld(reads, route));
}

/** The route with everything that shows what may belong to it. */
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
