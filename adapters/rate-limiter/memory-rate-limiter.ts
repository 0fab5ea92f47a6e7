import type { Admission, Clock, Quota, RateLimiter } from '@interline/ports';
import { SlidingLog } from './sliding-log.ts';

/** Beyond these the bucket that was used least lately is forgotten: its client begins anew. */
const mostBuckets = 100_000;
/** How many ended buckets one request clears away: more than it can open. */
const clearedAtOnce = 4;

/**
 * Counts in this process, exactly: it keeps the time of every request that it took. Fixed windows,
 * which libraries count by, let twice the limit through around their edge.
 */
export function memoryRateLimiter(clock: Pick<Clock, 'monotonic'>): RateLimiter {
  // The least lately used is first.
  const logs = new Map<string, SlidingLog>();
  return {
    async take(buckets, quota) {
      const now = clock.monotonic();
      clear(logs, now);
      const asked = new Map(
        buckets.map((bucket) => [bucket, logs.get(bucket) ?? new SlidingLog()]),
      );
      const admission = admit([...asked.values()], quota, now);
      if (admission.isAdmitted) for (const [bucket, log] of asked) keep(logs, bucket, log);
      return admission;
    },
  };
}

function admit(logs: readonly SlidingLog[], { requests, perMs }: Quota, now: number): Admission {
  for (const log of logs) log.slideTo(now, perMs);
  const hasRoomAtMs = Math.max(...logs.map((log) => log.hasRoomAtMs(requests, perMs)));
  if (hasRoomAtMs > now) return { isAdmitted: false, retryAfterMs: Math.ceil(hasRoomAtMs - now) };
  for (const log of logs) log.add(now, perMs);
  const fullest = logs.reduce((one, other) => (other.size > one.size ? other : one));
  return {
    isAdmitted: true,
    remaining: requests - fullest.size,
    freesInMs: Math.ceil(fullest.freesAtMs(perMs) - now),
  };
}

function keep(logs: Map<string, SlidingLog>, bucket: string, log: SlidingLog): void {
  logs.delete(bucket);
  logs.set(bucket, log);
  const [oldest] = logs.keys();
  if (logs.size > mostBuckets && oldest !== undefined) logs.delete(oldest);
}

function clear(logs: Map<string, SlidingLog>, now: number): void {
  let left = clearedAtOnce;
  for (const [bucket, log] of logs) {
    if (left === 0 || log.endsAtMs > now) return;
    logs.delete(bucket);
    left -= 1;
  }
}
