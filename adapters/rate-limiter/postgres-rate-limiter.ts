import { setImmediate } from 'node:timers/promises';
import type { Admission, Clock, Log, RateLimiter } from '@interline/ports';
import { KeptRefusals } from './kept-refusals.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import { openRequestTable, type TablePlace } from './request-table.ts';

/** Closed once nobody asks any more. */
export interface OpenRateLimiter extends RateLimiter {
  close(): Promise<void>;
}

export interface PostgresLimiterOptions extends TablePlace {
  readonly log: Log;
  readonly clock: Pick<Clock, 'monotonic' | 'alarm'>;
  /** Tells the time in place of the database's clock. */
  readonly now?: () => number;
  /** How long a request waits for the database before it is counted here. */
  readonly patienceMs?: number;
}

const standardPatienceMs = 200;
/** After a failure nobody waits for the database again so long. */
const restMs = 1_000;
const warnEveryMs = 60_000;
const clearEveryMs = 5_000;

/**
 * Counts in the store's database, so that all instances share one count, as exact as the one in
 * memory. While the database fails or is slow each instance counts for itself, from nothing.
 */
export async function openPostgresRateLimiter({
  log,
  clock,
  now,
  patienceMs = standardPatienceMs,
  ...place
}: PostgresLimiterOptions): Promise<OpenRateLimiter> {
  const table = await openRequestTable(place);
  const own = memoryRateLimiter(clock);
  const refusals = new KeptRefusals();
  const toldMs = (): number | null => now?.() ?? null;
  let restsUntilMs = -Infinity;
  let silentUntilMs = -Infinity;
  let clearsAtMs = -Infinity;
  let cleared: Promise<void> = Promise.resolve();

  function noteFailure(error: unknown): void {
    const nowMs = clock.monotonic();
    restsUntilMs = nowMs + restMs;
    if (nowMs < silentUntilMs) return;
    silentUntilMs = nowMs + warnEveryMs;
    log.warn('limits-not-shared', { fault: faultOf(error) });
  }

  function clear(): void {
    const nowMs = clock.monotonic();
    if (nowMs < clearsAtMs) return;
    clearsAtMs = nowMs + clearEveryMs;
    cleared = table.clear(toldMs()).catch(noteFailure);
  }

  return {
    async take(buckets, quota) {
      const refusal = refusals.find(buckets, quota, clock.monotonic());
      if (refusal !== null) return refusal;
      if (clock.monotonic() < restsUntilMs) return own.take(buckets, quota);
      try {
        const admission = await within(patienceMs, clock, table.take(buckets, quota, toldMs()));
        if (!admission.isAdmitted)
          refusals.keep(buckets, quota, clock.monotonic() + admission.retryAfterMs);
        clear();
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

async function within(
  ms: number,
  clock: Pick<Clock, 'alarm'>,
  answer: Promise<Admission>,
): Promise<Admission> {
  const alarm = clock.alarm(ms);
  // An answer that came while this process was busy is on its socket still, and is read before the
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

/** The driver's words may hold the URL, so only its code is told. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

class TooLate extends Error {
  override readonly name = 'TooLate';
}
