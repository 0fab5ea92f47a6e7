import { RelayError } from '@interline/kernel';
import type { Clock, Quota, RateLimiter } from '@interline/ports';

/**
 * What the whole lane takes of requests that opened, in a whole minute. It bounds what is
 * remembered to 100,000 requests, which is what a memory has.
 */
export const wholeLane: Quota = { requests: 20_000, perMs: 60_000 };
/** What one address has of it at most: this part of what all have left in that minute. */
const shareOfLeft = 4;
/**
 * What an address has taken counts to the shares of others in whole steps of its own: one request of one
 * stranger would otherwise change what somebody else is answered.
 */
const sharedBy = 250;

export interface LaneQuota {
  /**
   * Counts one that came from that address, a relay's as a rule. Throws `RATE_LIMITED` where the address has
   * taken its share of the lane, or the lane as many as it takes, until the next whole minute.
   */
  admit(sender: string): Promise<void>;
  /** How many more it took at the last full hour, up to whole thousands: what the public may know. */
  published(): number;
}

const hourMs = 3_600_000;
const publishedBy = 1_000;

/**
 * The rest is published late and in whole thousands: the exact number, read every second,
 * would reveal when a private request came.
 */
export function laneQuota(rateLimiter: RateLimiter, clock: Pick<Clock, 'now'>): LaneQuota {
  /** What the last request that came to this process left, and until when that counts. */
  let last = { left: wholeLane.requests, untilMs: -Infinity };
  /** What each address has taken in that minute, in whole steps. */
  let shared = { minute: -1, taken: new Map<string, number>(), sum: 0 };
  let published = { atMs: fullHour(clock.now()), left: wholeLane.requests };
  const turnHour = (): void => {
    const atMs = fullHour(clock.now());
    if (atMs <= published.atMs) return;
    published = { atMs, left: atMs < last.untilMs ? last.left : wholeLane.requests };
  };
  const noteTaken = (minute: number, sender: string, taken: number): void => {
    const before = shared.taken.get(sender) ?? 0;
    const steps = taken - (taken % sharedBy);
    if (shared.minute !== minute || steps <= before) return;
    shared.taken.set(sender, steps);
    shared.sum += steps - before;
  };
  return {
    async admit(sender) {
      turnHour();
      const { minute, endsInMs } = minuteAt(clock.now());
      if (shared.minute !== minute) shared = { minute, taken: new Map(), sum: 0 };
      const left = wholeLane.requests - shared.sum;
      const share = Math.max(1, Math.floor(left / shareOfLeft));
      const own = await rateLimiter.take([`the private lane in ${minute} from ${sender}`], {
        ...wholeLane,
        requests: share,
      });
      if (!own.isAdmitted)
        throw refusal(
          endsInMs,
          'your address, or the relay, has taken its share of the private lane',
        );
      noteTaken(minute, sender, share - own.remaining);
      const admission = await rateLimiter.take([`the private lane in ${minute}`], wholeLane);
      last = {
        left: admission.isAdmitted ? admission.remaining : 0,
        untilMs: clock.now() + wholeLane.perMs,
      };
      if (!admission.isAdmitted)
        throw refusal(endsInMs, 'the private lane has taken as many requests as it remembers');
    },
    published() {
      turnHour();
      return Math.ceil(published.left / publishedBy) * publishedBy;
    },
  };
}

/** Whole ones: until when a window slides would tell when somebody's request came. */
function minuteAt(nowMs: number): { readonly minute: number; readonly endsInMs: number } {
  const minute = Math.floor(nowMs / wholeLane.perMs);
  return { minute, endsInMs: Math.ceil((minute + 1) * wholeLane.perMs - nowMs) };
}

function refusal(retryAfterMs: number, why: string): RelayError {
  return new RelayError('RATE_LIMITED', { retryAfterMs }, `${why}; try again with the next minute`);
}

function fullHour(ms: number): number {
  return ms - (ms % hourMs);
}
