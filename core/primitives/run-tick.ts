import { isRelayError } from '@interline/kernel';
import type { PrimitivePorts } from './primitive-ports.ts';
import { type LeasedTick, TickLost } from './repository.ts';
import { runConditional } from './run-conditional.ts';
import { runSchedule } from './run-schedule.ts';

/**
 * Carries out one leased tick and moves its record on; never rejects. A tick that meets a fault is
 * left for another try, a lost one to whoever has it.
 */
export type RunTick = (tick: LeasedTick, signal: AbortSignal) => Promise<void>;

const retryAfterMs = 5_000;

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
 * A stop gives the tick back at once, a fault after a pause. Where even that fails, the lease runs
 * out.
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
      tx.primitives.postponeTick(tick, stop.aborted ? 0 : clock.now() + retryAfterMs),
    )
    .catch(() => undefined);
}
