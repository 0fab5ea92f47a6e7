import {
  assertMayCommit,
  scopesOf,
  scopesOfEngine,
  type SwitchView,
} from '../../switches/index.ts';
import type { Route } from '../route.ts';

/**
 * Called before a route's next pull, call, payout or refund is prepared, and again in the unit that
 * commits it. Throws `PAUSED` if an operator has paused any part of the route; the route continues
 * once that is resumed. Committed transactions are not held back, nor are those that only reduce
 * risk: a revoked approval, a no-op in a taken slot.
 */
export function assertNotPaused(
  reads: SwitchView,
  { order, rail, railPackage }: Pick<Route, 'order' | 'rail' | 'railPackage'>,
): Promise<void> {
  return assertMayCommit(reads, [...scopesOf(order), ...scopesOfEngine(rail, railPackage)]);
}
