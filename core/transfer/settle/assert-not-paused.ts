import {
  assertMayCommit,
  scopesOf,
  scopesOfEngine,
  type SwitchView,
} from '../../switches/index.ts';
import type { Route } from '../route.ts';

/**
 * Asked before a route's next pull, call, payout or refund is prepared, and again in the unit that
 * commits it. Throws `PAUSED` where an operator has paused anything that the route is made of; it
 * goes on where it stands once that is resumed. What is committed already is not held back, nor is
 * what only takes risk away: a revoked approval, a no-op in a taken slot.
 */
export function assertNotPaused(
  reads: SwitchView,
  { order, rail, railPackage }: Pick<Route, 'order' | 'rail' | 'railPackage'>,
): Promise<void> {
  return assertMayCommit(reads, [...scopesOf(order), ...scopesOfEngine(rail, railPackage)]);
}
