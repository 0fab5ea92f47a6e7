import { NoAnswerError } from './no-answer-error.ts';
import { ServiceError } from './service-error.ts';

const firstWaitMs = 300;
/** A service that asks for more patience than this is left to the caller. */
const longestWaitMs = 20_000;

export interface Attempt {
  /** How often it was tried, the one that failed included. */
  readonly tried: number;
  readonly tries: number;
  /** Done twice, it still does no more than once. */
  readonly isRepeatable: boolean;
  /** What the service answered counts, also where it calls the refusal `retryable`. */
  readonly isAnswerFinal: boolean;
}

/** How long to wait before the next try, or null where there is to be none. */
export function waitBeforeRetry(
  error: unknown,
  { tried, tries, isRepeatable, isAnswerFinal }: Attempt,
  random: number = Math.random(),
): number | null {
  if (tried >= tries) return null;
  const backoffMs = firstWaitMs * 2 ** (tried - 1) * (1 + random);
  if (error instanceof NoAnswerError) return isRepeatable ? backoffMs : null;
  if (!(error instanceof ServiceError) || !error.retryable || isAnswerFinal) return null;
  const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs);
  return waitMs > longestWaitMs ? null : waitMs;
}

/** Resolves after that long; throws the signal's reason as soon as it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
  signal?.throwIfAborted();
}
