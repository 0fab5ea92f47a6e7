import { type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import type { UpstreamAnswer } from '../upstream.ts';

/** One text, or a list of them, each bare or in an object. */
const errorBody = z.union([
  z.object({ message: z.string() }).transform(({ message }) => [message]),
  z
    .object({
      errors: z.array(
        z.union([
          z.string(),
          z.object({ message: z.string() }).transform(({ message }) => message),
        ]),
      ),
    })
    .transform(({ errors }) => errors),
]);

/**
 * Symbiosis states its reasons only as text; our own text replaces them. The first match counts.
 */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /too low|too small|less than (the )?(fee|min)|below (the )?min|minimum amount/i,
    'symbiosis takes no amount this small on this lane',
  ],
  [
    /too high|too large|greater than (the )?max|above (the )?max|exceeds|maximum amount/i,
    'symbiosis takes no amount this large on this lane',
  ],
  [
    /no route|no path|no transit|route not found|cannot find|can't find/i,
    'symbiosis found no way for this transfer',
  ],
  [
    /not supported|unsupported|unknown (token|chain)/i,
    'symbiosis does not serve these tokens on this lane',
  ],
];

/** Null if the response is not an error. A 2xx can contain one. */
export function refusalOf({ status, body }: UpstreamAnswer): Refusal | null {
  const error = errorBody.safeParse(body);
  if (!error.success && status >= 200 && status < 300) return null;
  const said = error.success ? error.data.join('\n') : '';
  const known = reasons.find(([words]) => words.test(said));
  return refuse('NO_ROUTE', known?.[1] ?? reasonByStatus(status));
}

function reasonByStatus(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return 'symbiosis did not accept the request';
    case 401:
    case 403:
      return 'symbiosis does not let this deployment in';
    case 404:
      return 'symbiosis found no way for this transfer';
    default:
      return `symbiosis has no price for this transfer (status ${status})`;
  }
}
