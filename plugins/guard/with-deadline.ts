import type { Clock } from '@interline/ports';

export type Waited<T> =
  | { readonly ended: 'answer'; readonly value: T }
  | { readonly ended: 'error'; readonly error: unknown }
  | { readonly ended: 'deadline' }
  | { readonly ended: 'abandoned' };

export interface Wait {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The caller's own signal; its abort ends the wait immediately. */
  readonly caller: AbortSignal;
}

/** Created once: without a reason each abort would create an exception with a stack. */
const over = new Error('the host waits no longer');

/**
 * Runs a call with a signal of its own, which is aborted when the wait ends for any reason. Never
 * rejects.
 */
export function withDeadline<T>(
  { clock, deadlineMs, caller }: Wait,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<Waited<T>> {
  if (caller.aborted) return Promise.resolve({ ended: 'abandoned' });
  // Settled by hand instead of raced, because every quote waits here for each rail.
  return new Promise((resolve) => {
    const own = new AbortController();
    const alarm = clock.alarm(deadlineMs);
    let isOver = false;
    const end = (waited: Waited<T>): void => {
      if (isOver) return;
      isOver = true;
      alarm.cancel();
      caller.removeEventListener('abort', leave);
      resolve(waited);
      own.abort(over);
    };
    const leave = (): void => end({ ended: 'abandoned' });
    caller.addEventListener('abort', leave, { once: true });
    void alarm.rang.then(() => end({ ended: 'deadline' }));
    // A rail method that is not async may throw synchronously, or return no promise.
    (async () => call(own.signal))().then(
      (value) => end({ ended: 'answer', value }),
      (error: unknown) => end({ ended: 'error', error }),
    );
  });
}
