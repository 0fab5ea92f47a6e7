import { carryOut } from './carry-out.ts';
import { moveRecord } from './move-record.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import { type PrimitiveRun, type Schedule, withRun } from './primitive.ts';
import type { LeasedTick } from './repository.ts';
import { dueAt, ticksDue } from './schedule-grid.ts';

/**
 * Missed ticks are made up for one by one. A schedule that is further behind has failed: nobody
 * meant that many runs at once.
 */
const mostMissed = 1_000;

/** Runs the schedule's next tick. The one after is due by the grid, whenever this one ran. */
export async function runSchedule(
  ports: PrimitivePorts,
  tick: LeasedTick,
  { grid, ticks }: Schedule,
  signal: AbortSignal,
): Promise<void> {
  const missed = ticksDue(grid, ticks, ports.clock.now()) - 1;
  if (missed > mostMissed) {
    await note(ports, tick, (record) =>
      record.status === 'active'
        ? {
            status: 'failed',
            nextRunAtMs: null,
            reason: `${missed} runs were missed; at most ${mostMissed} are made up for`,
          }
        : null,
    );
    return;
  }
  const run = await carryOut(
    ports,
    tick,
    { tick: ticks, dueAtMs: dueAt(grid, ticks) ?? grid.startAtMs },
    signal,
  );
  await note(ports, tick, (record) => afterRun(record, run));
}

function afterRun(record: Schedule, run: PrimitiveRun): Partial<Schedule> {
  const ticks = run.tick + 1;
  const refused = record.refused + (run.outcome.kind === 'refused' ? 1 : 0);
  const done = { ticks, refused, runs: withRun(record.runs, run) };
  // It was cancelled while the run was under way.
  if (record.status !== 'active') return done;
  const nextRunAtMs = dueAt(record.grid, ticks);
  if (nextRunAtMs !== null) return { ...done, nextRunAtMs };
  return refused === ticks
    ? { ...done, nextRunAtMs, status: 'failed', reason: 'every run was refused' }
    : { ...done, nextRunAtMs, status: 'completed' };
}

/** Writes what came of the tick; nothing where another worker has it by now, which then writes. */
async function note(
  ports: PrimitivePorts,
  { record: { id, fence } }: LeasedTick,
  change: (record: Schedule) => Partial<Schedule> | null,
): Promise<void> {
  await moveRecord(ports, 'note-tick', id, (record) =>
    record?.kind === 'schedule' && record.fence === fence ? change(record) : null,
  );
}
