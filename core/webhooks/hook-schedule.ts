import type { Entropy } from '@interline/ports';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The waits after each failed try, as Standard Webhooks recommends: ten tries in three days. */
const waitsMs: readonly number[] = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
/** Added to each wait at most, so that an endpoint that comes back is not asked by all at once. */
const jitterShare = 0.2;
/** However long an endpoint asks to be left alone. */
const longestWaitMs = 24 * hourMs;

export const mostTries = waitsMs.length + 1;

/**
 * When the next try is made after so many failed ones; null after the last. Never sooner than the
 * endpoint asked for.
 */
export function nextTryMs(
  failed: number,
  nowMs: number,
  retryAfterMs: number | null,
  entropy: Entropy,
): number | null {
  const waitMs = waitsMs[failed - 1];
  if (waitMs === undefined) return null;
  const chance = Number.parseInt(entropy.hex(4), 16) / 2 ** 32;
  return (
    nowMs +
    Math.max(
      Math.round(waitMs * (1 + jitterShare * chance)),
      Math.min(retryAfterMs ?? 0, longestWaitMs),
    )
  );
}
