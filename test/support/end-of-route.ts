import { followRoute, type ServiceClient } from '@interline/cli';

/** Longer than any stall of a test machine, and less than the time limit of a test. */
const withinMs = 240_000;

/**
 * The receipt of a route once it is DONE or FAILED. Throws, with where it stands, when it never
 * ends: no test judges a route in the middle of its way.
 */
export async function endOfRoute(
  client: Pick<ServiceClient, 'get'>,
  id: string,
): ReturnType<typeof followRoute> {
  const last = await followRoute(client, id, () => undefined, withinMs);
  if (last.status !== 'DONE' && last.status !== 'FAILED')
    throw new Error(`${id} did not end: it is ${last.status}, stage ${last.stage}`);
  return last;
}
