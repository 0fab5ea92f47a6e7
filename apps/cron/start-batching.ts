import type { UseCases } from '@interline/core';
import type { Clock, Duties, Log } from '@interline/ports';

export interface BatchingParts {
  readonly transactions: Pick<UseCases['transactions'], 'learnMergingAccounts' | 'prepareAccounts'>;
  readonly duties: Duties;
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
}

const duty = 'open-batching';
const leaseMs = 60_000;
const lookAgainMs = 2_000;
/** An account that lacks the coin for it may wait for days. */
const lookAgainAtMostMs = 60_000;

/**
 * One process prepares the accounts, which takes some blocks the first time, and more looks where a
 * chain is silent; the others learn when it is done.
 */
export async function startBatching({
  transactions,
  duties,
  worker,
  clock,
  log,
  stop,
}: BatchingParts): Promise<void> {
  for (let waitMs = lookAgainMs; !stop.aborted; waitMs = Math.min(2 * waitMs, lookAgainAtMostMs)) {
    const isOurs = (await duties.hold(duty, worker, leaseMs).catch(() => null)) !== null;
    if (isOurs) {
      const isDone = await transactions.prepareAccounts();
      await duties.leave(duty, worker).catch(() => log.debug('duty-not-left', { duty }));
      if (isDone) return;
    }
    await clock.sleep(waitMs, stop);
    await transactions.learnMergingAccounts();
  }
}
