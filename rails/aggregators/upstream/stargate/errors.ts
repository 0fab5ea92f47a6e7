import { type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import type { UpstreamAnswer } from '../upstream.ts';

/**
 * Stargate documents no error codes, so only the status counts. A 2xx may contain an error, then
 * without quotes.
 */
const errorBody = z.object({
  error: z.unknown().refine(Boolean),
  quotes: z.undefined().optional(),
});

/** Why there are no quotes, or null if there may be some. */
export function refusalOf({ status, body }: UpstreamAnswer): Refusal | null {
  if (status < 400)
    return errorBody.safeParse(body).success
      ? refuse('NO_ROUTE', 'stargate has no route for this pair and amount')
      : null;
  switch (status) {
    case 400:
    case 422:
      return refuse('NO_ROUTE', 'stargate takes the request for an invalid one');
    case 401:
    case 403:
      return refuse('NO_ROUTE', 'stargate does not let us ask');
    case 404:
      return refuse('NO_ROUTE', 'stargate has no route for this pair');
    default:
      return refuse('NO_ROUTE', `stargate refuses, with HTTP status ${status}`);
  }
}
