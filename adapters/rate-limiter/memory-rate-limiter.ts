import type { Admission, Clock, Quota, RememberingLimiter } from '@interline/ports';
import { OnceMemory } from './once-memory.ts';

/** Beyond these the least recently used bucket is forgotten, and its client starts afresh. */
const mostBuckets = 100_000;
/** Ended buckets that one request clears: more than it can open. */
const clearedAtOnce = 4;

/**
 * Counts in this process, exactly, by the time of every request that it took. The fixed windows of
 * libraries let twice the limit through around their edge.
 */
export function memoryRateLimiter(clock: Pick<Clock, 'monotonic' | 'now'>): RememberingLimiter {
  // The least recently used is first.
  const logs = new Map<string, SlidingLog>();
  const once = new OnceMemory(clock.now());
  return {
    takeOnce: async (name, forMs) => once.take(name, forMs, clock.now()),
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

/** The times of one bucket's requests, the oldest first, each kept while it is in the window. */
class SlidingLog {
  #times: number[] = [];
  /** Where the window begins; what is before it is cut off once it is half of the list. */
  #first = 0;
  #endsAtMs = 0;

  /** When the last request leaves the window, after which the log equals a new one. */
  get endsAtMs(): number {
    return this.#endsAtMs;
  }

  get size(): number {
    return this.#times.length - this.#first;
  }

  /** Drops requests that are `perMs` old or older. */
  slideTo(nowMs: number, perMs: number): void {
    while (this.#first < this.#times.length && this.#at(0) + perMs <= nowMs) this.#first += 1;
    if (this.#first * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }

  add(nowMs: number, perMs: number): void {
    this.#times.push(nowMs);
    this.#endsAtMs = nowMs + perMs;
  }

  /** When the log has room below `requests` again; zero where it has room now. */
  hasRoomAtMs(requests: number, perMs: number): number {
    return this.size < requests ? 0 : this.#at(this.size - requests) + perMs;
  }

  /** When the oldest request leaves. */
  freesAtMs(perMs: number): number {
    return this.size === 0 ? 0 : this.#at(0) + perMs;
  }

  #at(index: number): number {
    return this.#times[this.#first + index] ?? 0;
  }
}
