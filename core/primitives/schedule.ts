import { carryOut } from './carry-out.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import {
  type PrimitiveRun,
  type PrimitiveTerms,
  type Schedule,
  type ScheduleGrid,
  withRun,
} from './primitive.ts';
import {
  admitRecord,
  authorityOf,
  checkTerms,
  liveWarnings,
  optInWarnings,
  moveRecord,
} from './record.ts';
import type { LeasedTick } from './repository.ts';

export interface ScheduleRequest {
  readonly terms: PrimitiveTerms;
  readonly live: boolean;
  /** Null for one run. */
  readonly everyMs: number | null;
  /** Null for now. */
  readonly atMs: number | null;
  /** Null for no end. */
  readonly count: number | null;
}

/**
 * Stores a schedule; its first tick is due at `atMs`, or at once where that is past or left out.
 */
export function createSchedule(ports: PrimitivePorts) {
  return async (
    { terms, live, everyMs, atMs, count }: ScheduleRequest,
    caller: PrimitiveCaller,
  ): Promise<Schedule> => {
    checkTerms(ports, terms);
    const nowMs = ports.clock.now();
    // No tick from before the schedule was made was ever promised.
    const grid = {
      startAtMs: Math.max(atMs ?? nowMs, nowMs),
      everyMs,
      count: everyMs === null ? 1 : count,
    };
    const schedule: Schedule = {
      id: `sched_${ports.entropy.hex(16)}`,
      version: 0,
      kind: 'schedule',
      status: 'active',
      terms,
      live,
      ...authorityOf(ports.policy, caller),
      client: caller.client,
      warnings: [
        ...(atMs !== null && atMs < nowMs
          ? ['at lies in the past, so the schedule starts at once']
          : []),
        ...liveWarnings(ports.policy, terms, live, caller),
        ...optInWarnings(ports, [terms], live),
      ],
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      grid,
      nextRunAtMs: dueAt(grid, 0),
      fence: 0,
      ticks: 0,
      refused: 0,
      runs: [],
      reason: null,
    };
    await admitRecord(ports, schedule);
    return schedule;
  };
}

/**
 * Missed ticks are made up for one by one. A schedule that is further behind fails, since no client
 * means that many runs at once.
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
    await noteTick(ports, tick, (record) =>
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
  await noteTick(ports, tick, (record) => afterRun(record, run));
}

function afterRun(record: Schedule, run: PrimitiveRun): Partial<Schedule> {
  const ticks = run.tick + 1;
  const refused = record.refused + (run.outcome.kind === 'refused' ? 1 : 0);
  const done = { ticks, refused, runs: withRun(record.runs, run) };
  // Cancelled while the run was under way.
  if (record.status !== 'active') return done;
  const nextRunAtMs = dueAt(record.grid, ticks);
  if (nextRunAtMs !== null) return { ...done, nextRunAtMs };
  return refused === ticks
    ? { ...done, nextRunAtMs, status: 'failed', reason: 'every run was refused' }
    : { ...done, nextRunAtMs, status: 'completed' };
}

/** Writes the tick's outcome, unless another worker has the tick by now and writes it instead. */
async function noteTick(
  ports: PrimitivePorts,
  { record: { id, fence } }: LeasedTick,
  change: (record: Schedule) => Partial<Schedule> | null,
): Promise<void> {
  await moveRecord(ports, 'note-tick', id, (record) =>
    record?.kind === 'schedule' && record.fence === fence ? change(record) : null,
  );
}

/** When the tick is due; null where the schedule has no such tick. Ticks are counted from 0. */
export function dueAt({ startAtMs, everyMs, count }: ScheduleGrid, tick: number): number | null {
  if (tick >= (everyMs === null ? 1 : (count ?? Infinity))) return null;
  return startAtMs + tick * (everyMs ?? 0);
}

/** How many ticks are due at that time, from this one on. */
export function ticksDue(grid: ScheduleGrid, tick: number, nowMs: number): number {
  const due = dueAt(grid, tick);
  if (due === null || due > nowMs) return 0;
  if (grid.everyMs === null) return 1;
  const sinceStart = Math.floor((nowMs - grid.startAtMs) / grid.everyMs) + 1;
  return Math.min(sinceStart, grid.count ?? Infinity) - tick;
}
