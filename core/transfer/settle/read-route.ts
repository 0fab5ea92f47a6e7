import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { TransactionReads } from '../../transactions/index.ts';
import type { TransferView } from '../repository.ts';
import { type Receipt, receiptOf } from '../receipt.ts';
import type { RefundSteps } from '../refund.ts';
import { isTerminal, type Route, stages } from '../route.ts';
import { stepsOf } from './read-timeline.ts';
import type { RouteRunner } from './route-runner.ts';

/**
 * The receipt by id. A live route is re-checked first, at most once a second and in single flight,
 * unless the caller was just notified of its committed state. Throws `UNKNOWN_ROUTE`.
 */
export type ReadRoute = (
  id: string,
  signal: AbortSignal,
  options?: { readonly isCommitted: boolean },
) => Promise<Receipt>;

const recheckEveryMs = 1_000;
/** Maximum time that a status read waits for the chains. */
const recheckWaitMs = 500;
const rememberedAtMost = 10_000;

export function readRoute(parts: {
  readonly store: { readonly reads: TransferView };
  readonly runner: Pick<RouteRunner, 'run' | 'isRunning'>;
  readonly clock: Clock;
}): ReadRoute {
  const { store, runner, clock } = parts;
  const checkedAt = new Map<string, number>();

  /** Whether it was read again. Only then can it differ from what was just read. */
  async function recheck(id: string): Promise<boolean> {
    const now = clock.monotonic();
    if (now - (checkedAt.get(id) ?? -recheckEveryMs) < recheckEveryMs || runner.isRunning(id))
      return false;
    if (checkedAt.size >= rememberedAtMost) checkedAt.clear();
    checkedAt.set(id, now);
    const alarm = clock.alarm(recheckWaitMs);
    await Promise.race([runner.run(id, recheckWaitMs), alarm.rang]);
    alarm.cancel();
    return true;
  }

  return async (id, _signal, { isCommitted } = { isCommitted: false }) => {
    const route = await store.reads.transfers.routeToShow(id);
    if (route === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
    const isCurrent = isCommitted || isTerminal(route.status);
    const isRechecked = !isCurrent && (await recheck(id));
    const now = isRechecked ? ((await store.reads.transfers.route(id)) ?? route) : route;
    return receiptOfStored(store.reads, now, clock.now());
  };
}

/** The receipt of a route from the store, with the stored facts beside it. */
export async function receiptOfStored(
  reads: TransferView,
  route: Route,
  nowMs: number,
): Promise<Receipt> {
  const deposit = route.mode === 'deposit' ? await reads.transfers.deposit(route.id) : null;
  const claim = route.order.claimable === true ? await claimOf(reads, route) : null;
  const steps = route.phase === 'refunding' ? await refundStepsOf(reads, route) : {};
  return receiptOf(route, nowMs, { deposit, claim, ...steps });
}

/** When the refund was first held, or which transaction carries it. */
async function refundStepsOf(
  { books, transactions }: Pick<TransferView, 'books' | 'transactions'>,
  { id, stage }: Pick<Route, 'id' | 'stage'>,
): Promise<RefundSteps> {
  if (stage === stages.refundHeld)
    return { heldSinceMs: (await books.liability(id))?.sinceMs ?? null };
  const refund = (await stepsOf(transactions, id)).findLast(
    ({ purpose, state }) => purpose === 'refund' && (state === 'open' || state === 'mined'),
  );
  return refund?.hash == null || refund.sentAtMs === null
    ? {}
    : { sent: { tx: refund.hash, atMs: refund.sentAtMs } };
}

/** Id of the payout's claimable balance; null if it was paid directly. */
export async function claimOf(
  {
    transactions,
  }: { readonly transactions: Pick<TransactionReads, 'transactionsOf' | 'signedTransaction'> },
  { id }: Pick<Route, 'id'>,
): Promise<string | null> {
  const payout = (await transactions.transactionsOf(id)).find(
    ({ purpose, state }) => purpose === 'payout' && state === 'mined',
  );
  if (payout === undefined) return null;
  const { minedHash } = payout;
  // Looked up by hash, which the archive also has.
  const signed = minedHash === null ? null : await transactions.signedTransaction(minedHash);
  return signed?.tx.claim ?? null;
}
