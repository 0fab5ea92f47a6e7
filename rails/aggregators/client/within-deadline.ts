import { type Clock, RelayError } from '@interline/plugins';

export interface Deadline {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** Whom we wait for, for the error. */
  readonly engine: string;
}

/**
 * The call's own outcome, or `RAIL_TIMEOUT` once the time is up, whether or not the call heeds the
 * signal it was given.
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
