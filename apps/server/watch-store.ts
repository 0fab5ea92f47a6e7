import { setImmediate as nextTurn } from 'node:timers/promises';
import { causeOf, type Store } from '@interline/adapters/store';
import type { Clock, Log } from '@interline/ports';

export type StoreFault = 'STORE_DOWN' | 'STORE_NEWER';

/** The result of the store's last check; reading it costs nothing. */
export interface StoreWatch {
  /** Whether the store takes writes and answers in time. True until the first check ends. */
  isUp(): boolean;
  /** Why it takes none of this process's writes; null while it does. */
  fault(): StoreFault | null;
  /** Aborts once a newer release has migrated the store: this process takes up nothing more. */
  readonly outdated: AbortSignal;
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
  let fault: StoreFault | null = null;
  const outdated = new AbortController();

  function note(cause: string | null): void {
    const before = fault;
    fault = cause === null || cause === 'STORE_NEWER' ? cause : 'STORE_DOWN';
    if (fault === 'STORE_NEWER') outdated.abort();
    // Last: a log that throws must not keep the state from being known.
    if (cause !== null && fault !== before)
      log.error('store-takes-no-writes', { cause, remedy: remedyOf(cause) });
    if (cause === null && before !== null) log.warn('store-takes-writes-again');
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
    isUp: () => fault === null,
    fault: () => fault,
    outdated: outdated.signal,
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
  if (cause === 'STORE_NEWER')
    return 'a newer release migrated the store: update this process, or stop it; it takes up nothing more';
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
