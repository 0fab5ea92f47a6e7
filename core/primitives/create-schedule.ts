import { admitRecord, authorityOf, checkTerms, liveWarnings } from './admit-record.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import type { PrimitiveTerms, Schedule } from './primitive.ts';
import { dueAt } from './schedule-grid.ts';

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
export type CreateSchedule = (
  request: ScheduleRequest,
  caller: PrimitiveCaller,
) => Promise<Schedule>;

export function createSchedule(ports: PrimitivePorts): CreateSchedule {
  return async ({ terms, live, everyMs, atMs, count }, caller) => {
    checkTerms(ports, terms);
    const nowMs = ports.clock.now();
    // Ticks from before the schedule was made were never promised to anybody.
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
        ...liveWarnings(ports.policy, live, caller),
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
