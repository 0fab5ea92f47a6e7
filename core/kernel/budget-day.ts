const dayMs = 86_400_000;

/** How long until the daily budgets are whole again, at midnight UTC; from 1 ms to a day. */
export function msUntilReset(nowMs: number): number {
  return dayMs - (nowMs % dayMs);
}
