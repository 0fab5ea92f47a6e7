import { learnBatching, openBatching } from '@interline/core/transactions';
import type { TransferPorts } from '@interline/core/transfer';
import type { Duties } from '@interline/ports';

export interface BatchingParts {
  readonly money: TransferPorts;
  readonly duties: Duties;
  readonly worker: string;
  readonly stop: AbortSignal;
}

const duty = 'open-batching';
const leaseMs = 60_000;
const lookAgainMs = 2_000;

/**
 * One process delegates the accounts, which takes some blocks the first time; the others learn when
 * it is done.
 */
export async function startBatching({ money, duties, worker, stop }: BatchingParts): Promise<void> {
  while (!stop.aborted) {
    const isOurs = (await duties.hold(duty, worker, leaseMs).catch(() => null)) !== null;
    if (isOurs) {
      await openBatching(money, stop);
      await duties.leave(duty, worker).catch(() => money.log.debug('duty-not-left', { duty }));
      return;
    }
    await money.clock.sleep(lookAgainMs, stop);
    await learnBatching(money, stop);
  }
}
