import { type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import { positiveDigits } from '../../wire/fields.ts';
import type { UpstreamAnswer } from '../upstream.ts';

/**
 * Its only documented error body; validation errors are a list of texts. A 2xx may contain one,
 * then without a quote.
 */
const errorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  quote: z.undefined().optional(),
});

/** Why there is no answer, or null if there may be one. */
export function refusalOf({ status, body }: UpstreamAnswer): Refusal | null {
  const error = errorBody.safeParse(body);
  if (status < 400 && !error.success) return null;

  if (status === 401 || status === 403)
    return refuse('NO_ROUTE', 'oneclick does not accept our key');
  const message = [error.data?.message ?? []].flat().join(' ');
  if (/amount is too low/i.test(message)) return tooLow(message);
  if (status === 400 || status === 404 || status < 400)
    return refuse('NO_ROUTE', 'oneclick has no quote for this pair and amount');
  return refuse('NO_ROUTE', `oneclick refuses, with HTTP status ${status}`);
}

/** "Amount is too low for bridge, try at least 1000000", in the source token's smallest units. */
function tooLow(message: string): Refusal {
  const least = positiveDigits.safeParse(/try at least (\d+)(?!\d|[.,]\d)/i.exec(message)?.[1]);
  return least.success
    ? refuse('NO_ROUTE', `the amount is too low for oneclick; it takes ${least.data} at least`, {
        minInput: least.data,
      })
    : refuse('NO_ROUTE', 'the amount is too low for oneclick');
}
