import { isTerminal, type Route } from '../route.ts';

export const stepMs = 600_000;

export function lastStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs) * stepMs;
}

/**
 * Whether anybody may see that a route has ended: from the full ten minutes on that follow its end. In
 * the instant of it its payout is mined, and who saw both at once would have joined its two ends.
 */
export function isEndShown(
  { status, updatedAtMs }: Pick<Route, 'status' | 'updatedAtMs'>,
  nowMs: number,
): boolean {
  return isTerminal(status) && updatedAtMs < lastStep(nowMs);
}
