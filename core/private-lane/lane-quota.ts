import { RelayError } from '@interline/kernel';
import type { Clock, Quota, RateLimiter } from '@interline/ports';

/**
 * What the whole lane takes of requests that opened. It bounds what is remembered to 80,000 requests, below the 100,000
 * buckets that limits in memory have.
 */
const wholeLane: Quota = { requests: 20_000, perMs: 60_000 };

export interface LaneQuota {
  /** Throws `RATE_LIMITED` where the lane has taken as many as it takes. */
  admit(): Promise<void>;
  /** How many more it took at the last full hour, up to whole thousands: what anybody may know. */
  published(): number;
}

const hourMs = 3_600_000;
const publishedBy = 1_000;

/**
 * What is left is told late and up to whole thousands: the exact number, asked for every second,
 * would tell anybody when a private request came.
 */
export function laneQuota(rateLimiter: RateLimiter, clock: Pick<Clock, 'now'>): LaneQuota {
  /** What the last request that came to this process left, and until when that counts. */
  let last = { left: wholeLane.requests, untilMs: -Infinity };
  let published = { atMs: fullHour(clock.now()), left: wholeLane.requests };
  const turnHour = (): void => {
    const atMs = fullHour(clock.now());
    if (atMs <= published.atMs) return;
    published = { atMs, left: atMs < last.untilMs ? last.left : wholeLane.requests };
  };
  return {
    async admit() {
      const admission = await rateLimiter.take(['the private lane, all of it'], wholeLane);
      turnHour();
      last = {
        left: admission.isAdmitted ? admission.remaining : 0,
        untilMs: clock.now() + wholeLane.perMs,
      };
      if (admission.isAdmitted) return;
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: admission.retryAfterMs },
        'the private lane has taken as many requests as it remembers; try again later',
      );
    },
    published() {
      turnHour();
      return Math.ceil(published.left / publishedBy) * publishedBy;
    },
  };
}

function fullHour(ms: number): number {
  return ms - (ms % hourMs);
}
