import { RelayError } from '@interline/kernel';
import type { RouteNotifier } from '@interline/ports';
import type { EndpointInput } from '../endpoint.ts';
import type { HttpContext } from '../http-state.ts';
import { PlacesOfClients } from '../limits/places-of-clients.ts';
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
  const places = new PlacesOfClients(mostOpenOfOne);
  let inAll = 0;
  return (ctx, { address }, routeId) => {
    if (inAll >= mostOpen || !places.enter(address))
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: freeInMs },
        'too many event streams and waits are open; close one, or poll',
      );
    const changes = new RouteChanges(notifier, routeId);
    inAll += 1;
    ctx.res.once('close', () => {
      inAll -= 1;
      places.leave(address);
      changes.end();
    });
    return changes;
  };
}
