import type { AccountAnnouncements } from '../transactions/index.ts';
import type { HeldTick } from './execute/held-tick.ts';
import type { OutboxEvent } from './repository.ts';

/**
 * What other modules hear of routes inside the unit in which it happens, so that transfer knows
 * none of them. A listener that throws undoes the unit.
 */
export interface RouteAnnouncements extends AccountAnnouncements {
  /** A route is being accepted for whoever holds the tick; a listener may veto it. */
  routeAccepting(tick: HeldTick): Promise<void>;
  routeEnded(event: OutboxEvent): Promise<void>;
  /** A reorg took the end back: what was owed for it and not delivered is void. */
  routeReopened(event: OutboxEvent): Promise<void>;
}
