import { followRoute, type ServiceClient } from '@interline/cli';
import { longestWaitMs } from './longest-wait.ts';

/**
 * The receipt of a route once it is DONE or FAILED. Throws, with all that is read of it and what
 * `beside` tells, when it never ends: no test judges a route in the middle of its way.
 */
export async function endOfRoute(
  client: Pick<ServiceClient, 'get'>,
  id: string,
  beside: () => Promise<unknown> = async () => null,
): ReturnType<typeof followRoute> {
  const last = await followRoute(client, id, () => undefined, longestWaitMs);
  if (last.status !== 'DONE' && last.status !== 'FAILED')
    throw new Error(
      `${id} did not end: it is ${last.status}, stage ${last.stage}\n${JSON.stringify(last)}\n${JSON.stringify(await beside())}`,
    );
  return last;
}
