import type { BookReads } from '../../books/index.ts';
import type { TransactionReads, UnmatchedTransaction } from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import type { TransferReads } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { mayBeOfDeposit } from './keeps-back.ts';
import { type HeldRoute, mayBelongTo } from './may-belong-to.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * A quarantined route that closing an unmatched transaction would let go, and that it may have worked
 * for; null where there is none. Deposits are none of them: the closing says whose it was. By the store
 * alone, so that it can be asked inside a unit.
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
 * The deposits that wait for an unmatched transaction which may have delivered them or given them back:
 * quarantined, or ended with refunds that are held. The first of them, by the store alone.
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

/** Whether it may have delivered or given back the deposit of the route; not where there is none. */
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
  // A refund that is held is on the list of debts.
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
