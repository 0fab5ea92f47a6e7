import type { Clock } from '@interline/ports';

export type Waited<T> =
  | { readonly ended: 'answer'; readonly value: T }
  | { readonly ended: 'error'; readonly error: unknown }
  | { readonly ended: 'deadline' }
  | { readonly ended: 'abandoned' };

export interface Wait {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The caller's own signal; its abort ends the wait at once. */
  readonly caller: AbortSignal;
}

/** Made once: without a reason each abort makes an exception with a stack. */
const over = new Error('the host waits no longer');

/** Runs a call that gets a signal of its own, aborted when the wait ends in whatever way. Never rejects. */
export async function withDeadline<T>({ clock, deadlineMs, caller }: Wait, call: (signal: AbortSignal) => Promise<T>): Promise<Waited<T>> {
  if (caller.aborted) return { ended: 'abandoned' };
  const own = new AbortController();
  const abandoned = Promise.withResolvers<Waited<T>>();
  const leave = (): void => abandoned.resolve({ ended: 'abandoned' });
  caller.addEventListener('abort', leave, { once: true });
  const alarm = clock.alarm(deadlineMs);
  const deadline = alarm.rang.then((): Waited<T> => ({ ended: 'deadline' }));
  try {
    return await Promise.race([settle(call, own.signal), deadline, abandoned.promise]);
  } finally {
    alarm.cancel();
    caller.removeEventListener('abort', leave);
    own.abort(over);
  }
}

async function settle<T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<Waited<T>> {
  try {
    return { ended: 'answer', value: await call(signal) };
  } catch (error) {
    return { ended: 'error', error };
  }
}
