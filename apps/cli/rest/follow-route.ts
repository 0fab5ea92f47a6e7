import { pollRoute, type RouteReceipt } from '@interline/client';
import type { ServiceClient } from './service-client.ts';

/**
 * Reads the status until the route ends or time is up, telling each change. Returns the last
 * receipt.
 */
export function followRoute(
  client: Pick<ServiceClient, 'get'>,
  id: string,
  onChange: (receipt: RouteReceipt) => void,
  withinMs = 600_000,
): Promise<RouteReceipt> {
  // CAST: the service's word on a route.
  return pollRoute(
    async () =>
      (await client.get(`/api/route/status?id=${encodeURIComponent(id)}`)) as RouteReceipt,
    { onChange, withinMs },
  );
}
