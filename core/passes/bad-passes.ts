import { RelayError } from '@interline/kernel';
import type { Clock, Quota, RateLimiter } from '@interline/ports';

/**
 * How many invalid passes a client may send, times the scale of all limits. After that its passes
 * are refused without a check.
 */
const wrongPasses = {
  client: { requests: 20, perMs: 60_000 },
  /**
   * Limit for all callers of the private lane together: the lane's own request limit, so that no
   * caller blocks the others.
   */
  lane: { requests: 20_000, perMs: 60_000 },
} as const;

/** Whether one client or the private lane as a whole is counted. */
export type Presenter = keyof typeof wrongPasses;

const mostClients = 10_000;

/**
 * Limits the cost of rejected passes, because a request with a pass counts in no other limit. A
 * client past its limit is remembered in this process, so that its next pass is not computed at
 * all.
 */
export interface BadPasses {
  /** Throws `RATE_LIMITED` for a client with too many rejected passes. */
  assertFew(client: string, presenter: Presenter): void;
  /** Counts a request whose pass was not spent. */
  count(client: string, presenter: Presenter): Promise<void>;
}

export function badPasses(
  limiter: RateLimiter,
  clock: Pick<Clock, 'monotonic'>,
  scale = 1,
): BadPasses {
  const quotaOf = (presenter: Presenter): Quota => {
    const { requests, perMs } = wrongPasses[presenter];
    return { requests: requests * scale, perMs };
  };
  const refusedUntilMs = new Map<string, number>();
  return {
    assertFew(client, presenter) {
      const retryAfterMs = Math.ceil((refusedUntilMs.get(client) ?? 0) - clock.monotonic());
      if (retryAfterMs <= 0) return;
      const { requests, perMs } = quotaOf(presenter);
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs },
        `${requests} passes within ${perMs / 1_000} s were not taken; this one was not looked at`,
      );
    },
    async count(client, presenter) {
      const admission = await limiter.take([`passes not taken from ${client}`], quotaOf(presenter));
      if (admission.isAdmitted && admission.remaining > 0) return;
      const waitMs = admission.isAdmitted ? admission.freesInMs : admission.retryAfterMs;
      refusedUntilMs.delete(client);
      refusedUntilMs.set(client, clock.monotonic() + waitMs);
      const [oldest] = refusedUntilMs.keys();
      if (refusedUntilMs.size > mostClients && oldest !== undefined) refusedUntilMs.delete(oldest);
    },
  };
}
