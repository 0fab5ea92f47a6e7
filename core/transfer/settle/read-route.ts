import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { TransferView } from '../repository.ts';
import { type Receipt, receiptOf } from '../receipt.ts';
import { isTerminal, type Route } from '../route.ts';
import type { RouteRunner } from './route-runner.ts';

/**
 * The receipt by id; a live route is re-checked first, at most once a second, single flight, unless
 * the caller was just notified that it is as committed. Throws `UNKNOWN_ROUTE`.
 */
export type ReadRoute = (
  id: string,
  signal: AbortSignal,
  options?: { readonly isCommitted: boolean },
) => Promise<Receipt>;

const recheckEveryMs = 1_000;
/** A status read waits at most this long for the chains. */
const recheckWaitMs = 500;
const rememberedAtMost = 10_000;

export function readRoute(parts: {
  readonly store: { readonly reads: TransferView };
  readonly runner: Pick<RouteRunner, 'run' | 'isRunning'>;
  readonly clock: Clock;
}): ReadRoute {
  const { store, runner, clock } = parts;
  const checkedAt = new Map<string, number>();

  /** Whether it was looked at again: only then can it differ from what was just read. */
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
    const deposit = now.mode === 'deposit' ? await store.reads.transfers.deposit(id) : null;
    const claim = now.order.claimable === true ? await claimOf(store.reads, now) : null;
    return receiptOf(now, clock.now(), deposit, claim);
  };
}

/** Of the payout that its recipient must claim; null where it was paid outright. */
async function claimOf(
  { transactions }: Pick<TransferView, 'transactions'>,
  { id }: Pick<Route, 'id'>,
): Promise<string | null> {
  const payout = (await transactions.transactionsOf(id)).find(
    ({ purpose, state }) => purpose === 'payout' && state === 'mined',
  );
  if (payout === undefined) return null;
  const { minedHash } = payout;
  // By its hash, which is found in the archive too.
  const signed = minedHash === null ? null : await transactions.signedTransaction(minedHash);
  return signed?.tx.claim ?? null;
}
