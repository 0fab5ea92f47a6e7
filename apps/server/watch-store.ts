import { setImmediate as nextTurn } from 'node:timers/promises';
import { causeOf, type Store } from '@interline/adapters/store';
import type { Clock, Log } from '@interline/ports';

/** The result of the store's last check; reading it costs nothing. */
export interface StoreWatch {
  /** Whether the store takes writes and answers in time. True until the first check ends. */
  isUp(): boolean;
  /** Checks the store until the stop, then resolves. */
  watch(stop: AbortSignal): Promise<void>;
}

/**
 * Rest and deadline together stay below 5 s: within that, a store that takes no writes is reported
 * as down.
 */
const checkEveryMs = 1_000;
const checkWithinMs = 3_000;

export function watchStore({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'check'>;
  readonly clock: Clock;
  readonly log: Log;
}): StoreWatch {
  let isUp = true;

  function note(cause: string | null): void {
    if (cause !== null && isUp)
      log.error('store-takes-no-writes', { cause, remedy: remedyOf(cause) });
    if (cause === null && !isUp) log.warn('store-takes-writes-again');
    isUp = cause === null;
  }

  async function check(stop: AbortSignal): Promise<void> {
    const alarm = clock.alarm(checkWithinMs);
    let isOver = false;
    // After a busy spell the answer may still be on its socket; it is read before the next turn.
    void alarm.rang
      .then(() => nextTurn())
      .then(() => {
        if (!isOver && !stop.aborted) note('ETIMEDOUT');
      });
    const cause = await store.check().then(() => null, causeOf);
    isOver = true;
    alarm.cancel();
    if (!stop.aborted) note(cause);
  }

  return {
    isUp: () => isUp,
    async watch(stop) {
      while (!stop.aborted) {
        await check(stop);
        await clock.sleep(checkEveryMs, stop);
      }
    },
  };
}

const goesOn = 'the service goes on by itself afterwards';

/** What the operator does about it. */
function remedyOf(cause: string): string {
  if (cause === 'JOURNAL_GONE') {
    return (
      'the store was deleted or replaced while it was open: restore the data folder and restart; ' +
      `until process ${process.pid} ends, the deleted files can be copied from /proc/${process.pid}/fd`
    );
  }
  if (cause === 'SQLITE_FULL' || cause.startsWith('SQLITE_IOERR'))
    return `free space on the disk or repair it; ${goesOn}`;
  if (cause.startsWith('SQLITE_'))
    return `check the store's permissions and which processes have it open; ${goesOn}`;
  return `check the database and the network to it; ${goesOn}`;
}
