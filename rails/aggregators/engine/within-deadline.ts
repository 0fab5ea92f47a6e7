import { type Clock, RelayError } from '@interline/plugins';

interface Deadline {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** The engine named in the error. */
  readonly engine: string;
}

/**
 * The call's own outcome, or `RAIL_TIMEOUT` once the time is up, even if the call ignores the
 * signal.
 */
export async function withinDeadline<T>(
  { clock, deadlineMs, engine }: Deadline,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const alarm = clock.alarm(deadlineMs);
  const late = alarm.rang.then((): never => {
    const error = new RelayError(
      'RAIL_TIMEOUT',
      { rail: engine, deadlineMs },
      `${engine} did not answer within ${deadlineMs} ms`,
    );
    own.abort(error);
    throw error;
  });
  try {
    return await Promise.race([call(own.signal), late]);
  } finally {
    alarm.cancel();
  }
}
