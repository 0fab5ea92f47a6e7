import { NoAnswerError } from './no-answer-error.ts';
import { pause } from './retry.ts';
import { ServiceError } from './service-error.ts';

/** An error that passes by itself: the service has a limit or a fault now, or does not answer. */
export type PassingError = ServiceError | NoAnswerError;

export interface WaitOutOptions {
  /** By `performance.now()`: what does not pass until then is thrown. */
  readonly untilMs: number;
  /** The service has answered before, so that its silence is a restart, and no wrong address. */
  readonly isKnown: boolean;
  /** Told the first error of several in a row. */
  readonly onWait?: ((error: PassingError, waitMs: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

/** Reads until an answer comes that counts: for what goes on by itself and is only looked at. */
export async function waitOut<T>(
  read: () => Promise<T>,
  { untilMs, isKnown, onWait = () => undefined, signal }: WaitOutOptions,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await read();
    } catch (error) {
      signal?.throwIfAborted();
      if (!passes(error, isKnown)) throw error;
      const backoffMs = Math.min(firstWaitMs * 2 ** (tried - 1), longestWaitMs);
      const asked = error instanceof ServiceError ? error.retryAfterMs : null;
      const waitMs = asked ?? backoffMs;
      if (performance.now() + waitMs > untilMs) throw error;
      if (tried === 1) onWait(error, waitMs);
      await pause(waitMs, signal);
    }
  }
}

function passes(error: unknown, isKnown: boolean): error is PassingError {
  return error instanceof ServiceError
    ? error.retryable
    : error instanceof NoAnswerError && isKnown;
}
