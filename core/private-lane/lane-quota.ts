import { RelayError } from '@interline/kernel';
import type { Clock, Quota, RateLimiter } from '@interline/ports';

/**
 * The whole lane's limit of opened requests per minute. It also bounds a memory's replay protection
 * to 100,000 requests.
 */
export const wholeLane: Quota = { requests: 20_000, perMs: 60_000 };
/** One address may use at most this part of what is left in that minute. */
const shareOfLeft = 4;
/**
 * An address's use counts against others' shares in steps of this size. Otherwise a stranger's
 * single request would change another caller's answer.
 */
const sharedBy = 250;

export interface LaneQuota {
  /**
   * Counts a request from that address, usually a relay's. Throws `RATE_LIMITED` until the next
   * whole minute if the address has used its share of the lane, or the lane is full.
   */
  admit(sender: string): Promise<void>;
  /** What was left at the last full hour, in whole thousands: the public figure. */
  published(): number;
}

const hourMs = 3_600_000;
const publishedBy = 1_000;

/**
 * The remaining quota is published late and in whole thousands. The exact number, read every
 * second, would reveal when a private request came.
 */
export function laneQuota(rateLimiter: RateLimiter, clock: Pick<Clock, 'now'>): LaneQuota {
  /** What the last request to this process left, and until when that is valid. */
  let last = { left: wholeLane.requests, untilMs: -Infinity };
  /** What each address has used in that minute, in whole steps. */
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

/**
 * Whole minutes, because the end of a sliding window would reveal the time of another caller's
 * request.
 */
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
