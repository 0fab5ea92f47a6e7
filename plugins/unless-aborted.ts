import { RelayError } from '@interline/kernel';

/**
 * The outcome of work that several callers share, or `RAIL_TIMEOUT` when this caller's signal
 * aborts. The work itself continues for the other callers.
 */
export async function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>();
  const leave = (): void =>
    left.reject(
      new RelayError('RAIL_TIMEOUT', { isAbandoned: true }, 'the caller stopped waiting'),
    );
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([shared, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
