const dayMs = 86_400_000;

/** The UTC day of a time, as `2027-01-31`: budgets are charged to it, prices are kept for it. */
export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** How long until the daily budgets are whole again, at midnight UTC; from 1 ms to a day. */
export function msUntilReset(nowMs: number): number {
  return dayMs - (nowMs % dayMs);
}
