const dayMs = 86_400_000;

/** The UTC day of a time, as `2027-01-31`: the unit of budgets and prices. */
export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** How long until the daily budgets reset at midnight UTC; from 1 ms to a day. */
export function msUntilReset(nowMs: number): number {
  return dayMs - (nowMs % dayMs);
}
