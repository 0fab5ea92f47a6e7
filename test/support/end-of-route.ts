import { followRoute, type ServiceClient } from '@interline/cli';
import { longestWaitMs } from './longest-wait.ts';

/**
 * The receipt of a route once it is DONE or FAILED. Throws, with where it stands, when it never
 * ends: no test judges a route in the middle of its way.
 */
export async function endOfRoute(
  client: Pick<ServiceClient, 'get'>,
  id: string,
): ReturnType<typeof followRoute> {
  const last = await followRoute(client, id, () => undefined, longestWaitMs);
  if (last.status !== 'DONE' && last.status !== 'FAILED')
    throw new Error(`${id} did not end: it is ${last.status}, stage ${last.stage}`);
  return last;
}
