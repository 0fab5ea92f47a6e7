import { RelayError } from '@interline/kernel';
import type { RouteNotifier } from '@interline/ports';
import type { EndpointInput } from '../endpoint.ts';
import type { HttpContext } from '../http-state.ts';
import { RouteChanges } from './route-changes.ts';

const mostOpen = 1_000;
const mostOpenOfOne = 20;
const freeInMs = 5_000;

/** What a held request hears of its route, until its response closes. */
export type HoldOpen = (
  ctx: HttpContext,
  client: Pick<EndpointInput, 'address'>,
  routeId: string,
) => RouteChanges;

/**
 * Counts the event streams and waits that are open, together: each holds a connection for as long
 * as its client likes. Throws `RATE_LIMITED`.
 */
export function openRoom(notifier: RouteNotifier): HoldOpen {
  const open = new Map<string, number>();
  let inAll = 0;

  function count(address: string, change: 1 | -1): void {
    const ofOne = (open.get(address) ?? 0) + change;
    inAll += change;
    if (ofOne === 0) open.delete(address);
    else open.set(address, ofOne);
  }

  return (ctx, { address }, routeId) => {
    if (inAll >= mostOpen || (open.get(address) ?? 0) >= mostOpenOfOne)
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: freeInMs },
        'too many event streams and waits are open; close one, or poll',
      );
    const changes = new RouteChanges(notifier, routeId);
    count(address, 1);
    ctx.res.once('close', () => {
      count(address, -1);
      changes.end();
    });
    return changes;
  };
}
