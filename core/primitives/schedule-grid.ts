/** A schedule's own times, whatever the clock did meanwhile: `startAtMs + n * everyMs`. */
export interface ScheduleGrid {
  readonly startAtMs: number;
  /** Null for one tick. */
  readonly everyMs: number | null;
  /** Null for no end. */
  readonly count: number | null;
}

/** When that tick is due, counted from 0; null where the schedule has no such tick. */
export function dueAt({ startAtMs, everyMs, count }: ScheduleGrid, tick: number): number | null {
  if (tick >= (everyMs === null ? 1 : (count ?? Infinity))) return null;
  return startAtMs + tick * (everyMs ?? 0);
}

/** How many ticks are due by then, that one included. */
export function ticksDue(grid: ScheduleGrid, tick: number, nowMs: number): number {
  const due = dueAt(grid, tick);
  if (due === null || due > nowMs) return 0;
  if (grid.everyMs === null) return 1;
  const sinceStart = Math.floor((nowMs - grid.startAtMs) / grid.everyMs) + 1;
  return Math.min(sinceStart, grid.count ?? Infinity) - tick;
}
