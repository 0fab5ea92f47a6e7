import { RelayError } from '@interline/kernel';
import type { Clock, RateLimiter } from '@interline/ports';

/** A client may be wrong this often, times the scale of all limits; then its passes are refused unseen. */
const wrongPasses = { requests: 20, perMs: 60_000 };
const mostClients = 10_000;

/**
 * Bounds what passes that are not taken cost: a request with a pass counts in no other limit. A client
 * past its bound is remembered here, so that nothing of its next pass is computed.
 */
export interface BadPasses {
  /** Throws `RATE_LIMITED` for a client whose passes were not taken too often. */
  assertFew(client: string): void;
  /** Counts a request whose pass was not spent. */
  count(client: string): Promise<void>;
}

export function badPasses(
  limiter: RateLimiter,
  clock: Pick<Clock, 'monotonic'>,
  scale = 1,
): BadPasses {
  const quota = { ...wrongPasses, requests: wrongPasses.requests * scale };
  const refusedUntilMs = new Map<string, number>();
  return {
    assertFew(client) {
      const retryAfterMs = Math.ceil((refusedUntilMs.get(client) ?? 0) - clock.monotonic());
      if (retryAfterMs <= 0) return;
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs },
        `${quota.requests} passes within ${quota.perMs / 1_000} s were not taken; this one was not looked at`,
      );
    },
    async count(client) {
      const admission = await limiter.take([`passes not taken from ${client}`], quota);
      if (admission.isAdmitted && admission.remaining > 0) return;
      const waitMs = admission.isAdmitted ? admission.freesInMs : admission.retryAfterMs;
      refusedUntilMs.delete(client);
      refusedUntilMs.set(client, clock.monotonic() + waitMs);
      const [oldest] = refusedUntilMs.keys();
      if (refusedUntilMs.size > mostClients && oldest !== undefined) refusedUntilMs.delete(oldest);
    },
  };
}
