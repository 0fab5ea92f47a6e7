import { errorEntry, isRelayError } from '@interline/kernel';
import type { TickLease } from '../transfer/index.ts';
import { runConditional } from './conditional.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import { type LeasedTick, type PrimitiveWrites, TickLost } from './repository.ts';
import { runSchedule } from './schedule.ts';

/**
 * Carries out one leased tick and moves its record on; never rejects. A tick that meets a fault is
 * left for another try, a lost one to the worker that has it.
 */
export type RunTick = (tick: LeasedTick, signal: AbortSignal) => Promise<void>;

const retryAfterMs = 5_000;

/** A switch is set for longer than a fault lasts. */
function pauseAfter(error: unknown): number {
  if (!isRelayError(error) || error.code !== 'PAUSED') return retryAfterMs;
  return errorEntry(error.code).retryAfterMs ?? retryAfterMs;
}

export function runTick(ports: PrimitivePorts): RunTick {
  return async (tick, signal) => {
    try {
      await (tick.record.kind === 'schedule'
        ? runSchedule(ports, tick, tick.record, signal)
        : runConditional(ports, tick, tick.record, signal));
    } catch (error) {
      if (error instanceof TickLost) return;
      await postpone(ports, tick, error);
    }
  };
}

/**
 * Gives the tick back: at once when the process stops, after a pause when it met a fault. Where the
 * write fails, the lease runs out.
 */
async function postpone(
  { store, clock, log, stop }: PrimitivePorts,
  tick: LeasedTick,
  error: unknown,
): Promise<void> {
  log.warn('tick-postponed', {
    kind: tick.record.kind,
    attempts: tick.attempts,
    fault: isRelayError(error) ? error.code : 'INTERNAL',
  });
  await store
    .run('postpone-tick', (tx) =>
      tx.primitives.postponeTick(tick, stop.aborted ? 0 : clock.now() + pauseAfter(error)),
    )
    .catch(() => undefined);
}

/**
 * Inside the unit that accepts a run's route: throws `TickLost` where the record was cancelled or
 * another worker has its tick. The record stays locked until the unit ends, so no route begins
 * after a DELETE was answered.
 */
export async function assertTickLeased(
  tx: { readonly primitives: Pick<PrimitiveWrites, 'primitive'> },
  { recordId, fence }: TickLease,
): Promise<void> {
  const record = await tx.primitives.primitive(recordId);
  if (record === null || record.kind === 'batch' || record.nextRunAtMs === null)
    throw new TickLost('the record has ended');
  if (record.fence !== fence) throw new TickLost('another worker has the tick');
}
