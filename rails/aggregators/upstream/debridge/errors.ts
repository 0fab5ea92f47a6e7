import { type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import type { UpstreamAnswer } from '../upstream.ts';

const errorBody = z.object({
  errorCode: z.number().optional().catch(undefined),
  errorId: z.string().optional().catch(undefined),
});

const tooLow = 'debridge takes no amount this small on this lane';
const notServed = 'debridge does not serve these tokens on this lane';
const notPriced = 'debridge cannot price this transfer now';

/** By `errorId`, which its documentation leaves out and its clients branch on. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['ERROR_LOW_GIVE_AMOUNT', tooLow],
  ['INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT', tooLow],
  ['UNSUPPORTED_TOKEN_IN', notServed],
  ['UNSUPPORTED_TOKEN_OUT', notServed],
  ['IMPOSSIBLE_ROUTE', notServed],
  ['SOURCE_AND_DESTINATION_CHAINS_ARE_EQUAL', notServed],
  ['INVALID_QUERY_PARAMETERS', 'debridge did not accept the request'],
  ['INCLUDED_GAS_FEE_CANNOT_BE_ESTIMATED_FOR_TRANSACTION_BUNDLE', notPriced],
  ['CONNECTOR_1INCH_RETURNED_ERROR', notPriced],
  ['INTERNAL_SDK_ERROR', notPriced],
  ['INTERNAL_SERVER_ERROR', notPriced],
]);

/** Null where the answer is not an error. A 2xx can carry one. */
export function refusalOf({ status, body }: UpstreamAnswer): Refusal | null {
  const error = errorBody.safeParse(body);
  const isError =
    error.success && (error.data.errorCode !== undefined || error.data.errorId !== undefined);
  if (!isError && status >= 200 && status < 300) return null;
  return refuse(
    'NO_ROUTE',
    (isError ? reasons.get(error.data.errorId ?? '') : undefined) ?? reasonByStatus(status),
  );
}

function reasonByStatus(status: number): string {
  switch (status) {
    case 400:
      return 'debridge did not accept the request';
    case 401:
    case 403:
      return 'debridge does not let this deployment in';
    case 404:
      return 'debridge found no way for this transfer';
    default:
      return `debridge has no price for this transfer (status ${status})`;
  }
}
