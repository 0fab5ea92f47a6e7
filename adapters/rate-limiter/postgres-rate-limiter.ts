import type {
  Admission,
  Clock,
  Log,
  Quota,
  Remembered,
  RememberingLimiter,
} from '@interline/ports';
import { setImmediate } from 'node:timers/promises';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import { OnceMemory } from './once-memory.ts';
import { openRequestTable, type TablePlace } from './request-table.ts';

/** Close it after the last request. */
export interface OpenRateLimiter extends RememberingLimiter {
  close(): Promise<void>;
}

export interface PostgresLimiterOptions extends TablePlace {
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'alarm'>;
  /** How long a request waits for the database before it is counted in this process. */
  readonly patienceMs?: number;
}

const standardPatienceMs = 200;
/** After a failure no request waits for the database for this long. */
const restMs = 1_000;
const warnEveryMs = 60_000;
const clearEveryMs = 5_000;

/**
 * Counts in the store's database, so that all instances share one count, as exact as the one in
 * memory. While the database fails or is slow each instance counts for itself, from nothing, and what
 * may come once is whole in neither memory until it was told of the other.
 */
export async function openPostgresRateLimiter({
  log,
  clock,
  patienceMs = standardPatienceMs,
  ...place
}: PostgresLimiterOptions): Promise<OpenRateLimiter> {
  const table = await openRequestTable(place);
  const own = memoryRateLimiter(clock);
  const refusals = new KeptRefusals();
  const toldMs = (): number | null => place.now?.() ?? null;
  const ownMemory = new OnceMemory(clock.now());
  /** How many this process took by itself, and how many of them it has written to the table. */
  let [takenAlone, toldOf] = [0, 0];
  let restsUntilMs = -Infinity;
  let silentUntilMs = -Infinity;
  const clearsAtMs = { counts: -Infinity, once: -Infinity };
  let cleared: Promise<void> = Promise.resolve();

  function noteFailure(error: unknown): void {
    const nowMs = clock.monotonic();
    restsUntilMs = nowMs + restMs;
    if (nowMs < silentUntilMs) return;
    silentUntilMs = nowMs + warnEveryMs;
    log.warn('limits-not-shared', { fault: faultOf(error) });
  }

  /** Now and then, each table by itself. */
  function clear(which: 'counts' | 'once', run: () => Promise<void>): void {
    const nowMs = clock.monotonic();
    if (nowMs < clearsAtMs[which]) return;
    clearsAtMs[which] = nowMs + clearEveryMs;
    cleared = Promise.all([cleared, run().catch(noteFailure)]).then(() => undefined);
  }

  function takeAlone(name: string, forMs: number): Remembered {
    takenAlone += 1;
    return ownMemory.take(name, forMs, clock.now());
  }

  return {
    async takeOnce(name, forMs) {
      if (clock.monotonic() < restsUntilMs) return takeAlone(name, forMs);
      const alone = takenAlone;
      try {
        const taken = await within(
          patienceMs,
          clock,
          table.takeOnce(name, alone !== toldOf, toldMs()),
        );
        toldOf = Math.max(toldOf, alone);
        ownMemory.lacks(clock.now());
        clear('once', () => table.clearOnce(toldMs(), forMs));
        // What was taken here meanwhile may be this one.
        return takenAlone === alone ? taken : { ...taken, sinceMs: taken.nowMs };
      } catch (error) {
        noteFailure(error);
        return takeAlone(name, forMs);
      }
    },
    async take(buckets, quota) {
      const refusal = refusals.find(buckets, quota, clock.monotonic());
      if (refusal !== null) return refusal;
      if (clock.monotonic() < restsUntilMs) return own.take(buckets, quota);
      try {
        const admission = await within(patienceMs, clock, table.take(buckets, quota, toldMs()));
        if (!admission.isAdmitted)
          refusals.keep(buckets, quota, clock.monotonic() + admission.retryAfterMs);
        clear('counts', () => table.clear(toldMs()));
        return admission;
      } catch (error) {
        noteFailure(error);
        return own.take(buckets, quota);
      }
    },
    async close() {
      await cleared;
      await table.close();
    },
  };
}

async function within<Answer>(
  ms: number,
  clock: Pick<Clock, 'alarm'>,
  answer: Promise<Answer>,
): Promise<Answer> {
  const alarm = clock.alarm(ms);
  // An answer that came while this process was busy is still on its socket, and is read before the
  // immediate.
  const late = alarm.rang
    .then(() => setImmediate())
    .then(() => {
      throw new TooLate();
    });
  try {
    return await Promise.race([answer, late]);
  } finally {
    alarm.cancel();
  }
}

/** The driver's messages may hold the URL, so only the code is logged. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

class TooLate extends Error {
  override readonly name = 'TooLate';
}

type Refusal = Extract<Admission, { readonly isAdmitted: false }>;

/** Beyond these the oldest is forgotten, which costs one more read of the table. */
const mostKept = 10_000;

/**
 * A full bucket stays full until the moment that was given with its refusal. Until then the same
 * request is refused without a read of the table, so a client that ignores its limit is not a load
 * on the database.
 */
class KeptRefusals {
  /** Until when, the longest kept first. */
  readonly #untilMs = new Map<string, number>();

  keep(buckets: readonly string[], quota: Quota, untilMs: number): void {
    this.#untilMs.set(nameOf(buckets, quota), untilMs);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > mostKept && oldest !== undefined) this.#untilMs.delete(oldest);
  }

  find(buckets: readonly string[], quota: Quota, nowMs: number): Refusal | null {
    const name = nameOf(buckets, quota);
    const untilMs = this.#untilMs.get(name);
    if (untilMs === undefined) return null;
    if (untilMs > nowMs) return { isAdmitted: false, retryAfterMs: Math.ceil(untilMs - nowMs) };
    this.#untilMs.delete(name);
    return null;
  }
}

/** Includes the quota, because a raised one has room where the lower one had none. */
function nameOf(buckets: readonly string[], { requests }: Quota): string {
  return JSON.stringify([requests, ...buckets]);
}
