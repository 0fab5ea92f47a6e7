import { isTerminal, type Route } from '../route.ts';

export const stepMs = 600_000;

export function lastStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs) * stepMs;
}

/**
 * Whether the public may see that a route has ended: from the next full ten minutes after its end.
 * The route ends at the instant its payout is mined, so showing both at once would link the
 * transfer's two ends.
 */
export function isEndShown(
  { status, updatedAtMs }: Pick<Route, 'status' | 'updatedAtMs'>,
  nowMs: number,
): boolean {
  return isTerminal(status) && updatedAtMs < lastStep(nowMs);
}
