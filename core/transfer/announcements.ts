import type { AccountAnnouncements } from '../transactions/index.ts';
import type { TickLease } from './execute/tick-lease.ts';
import type { RouteEvent } from './repository.ts';

/**
 * What other modules hear of routes inside the unit in which it happens, so that transfer knows
 * none of them. A listener that throws undoes the unit.
 */
export interface RouteAnnouncements extends AccountAnnouncements {
  /** A route is being accepted for whoever holds the tick; a listener may veto it. */
  routeAccepting(tick: TickLease): Promise<void>;
  routeEnded(event: RouteEvent): Promise<void>;
  /** A reorg took the end back: what was owed for it and not delivered is void. */
  routeReopened(event: RouteEvent): Promise<void>;
}
