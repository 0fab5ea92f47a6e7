import { type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from '../../wire/engine-fault.ts';
import type { UpstreamAnswer } from '../upstream.ts';

/**
 * Its envelope; `statusCode` is a number or a numeric string, and `message`, a text or an object,
 * is for humans.
 */
const unsuccessful = z.object({
  success: z.literal(false),
  statusCode: z.coerce.number().int().catch(400),
});

/**
 * The HTTP status that a response means, which a 2xx has in its body; null if it is not an error.
 */
export function failureOf({ status, body }: UpstreamAnswer): number | null {
  if (status >= 400) return status;
  const failure = unsuccessful.safeParse(body);
  return failure.success ? failure.data.statusCode : null;
}

/**
 * Why there is no quote, or null if there may be one. Socket documents no codes and states no
 * minimum input.
 */
export function refusalOf(answered: UpstreamAnswer): Refusal | null {
  const status = failureOf(answered);
  if (status === null) return null;
  if (status === 429)
    throw engineFault('socket', 'quote', 'socket asks us to slow down', 'RAIL_DOWN');
  if (status >= 500) throw engineFault('socket', 'quote', 'socket failed on its side');
  return refuse(
    'NO_ROUTE',
    status === 401 || status === 403
      ? 'socket wants a key, or another one'
      : `socket finds no route, or no sense in the request: status ${status}`,
  );
}
