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
  /** How many more it takes now, as of the last one that came to this process. */
  left(): number;
}

export function laneQuota(rateLimiter: RateLimiter, clock: Pick<Clock, 'monotonic'>): LaneQuota {
  let left = wholeLane.requests;
  let untilMs = -Infinity;
  return {
    async admit() {
      const admission = await rateLimiter.take(['the private lane, all of it'], wholeLane);
      left = admission.isAdmitted ? admission.remaining : 0;
      untilMs = clock.monotonic() + wholeLane.perMs;
      if (admission.isAdmitted) return;
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: admission.retryAfterMs },
        'the private lane has taken as many requests as it remembers; try again later',
      );
    },
    left: () => (clock.monotonic() < untilMs ? left : wholeLane.requests),
  };
}
