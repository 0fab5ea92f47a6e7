import { RelayError } from '@interline/plugins';

/**
 * Stops waiting when the signal aborts; what was waited for goes on for the others that wait for
 * it.
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
