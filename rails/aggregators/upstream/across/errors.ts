import { type ErrorCode, type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from '../../wire/engine-fault.ts';
import type { UpstreamAnswer } from '../upstream.ts';

const errorBody = z.object({ type: z.literal('AcrossApiError'), code: z.string().optional() });

const refusals = new Map<string, readonly [ErrorCode, string]>([
  ['AMOUNT_TOO_LOW', ['NO_ROUTE', 'the amount is too low to pay for its fill on across']],
  ['AMOUNT_TOO_HIGH', ['NO_ROUTE', 'the amount is above what across can fill now']],
  ['ROUTE_NOT_ENABLED', ['NO_ROUTE', 'across does not serve this pair of tokens']],
  ['SWAP_LIQUIDITY_INSUFFICIENT', ['NO_ROUTE', 'across finds too little liquidity for the swap']],
  ['SWAP_QUOTE_UNAVAILABLE', ['NO_ROUTE', 'across has no price for the swap now']],
  ['SIMULATION_ERROR', ['SIMULATION_FAILED', 'across says that its transaction would revert']],
  ['INVALID_PARAM', ['NO_ROUTE', 'across does not accept a value of the request']],
  ['MISSING_PARAM', ['NO_ROUTE', 'across misses a value in the request']],
  ['INVALID_METHOD', ['NO_ROUTE', 'across does not accept the request']],
  ['ABI_ENCODING_ERROR', ['NO_ROUTE', 'across does not accept the request']],
]);

const faults: readonly string[] = ['UPSTREAM_RPC_ERROR', 'UPSTREAM_HTTP_ERROR', 'UNEXPECTED_ERROR'];

/**
 * Why there is no quote, or null if there may be one. A 2xx can contain an error too. Across states
 * no minimum input.
 */
export function refusalOf({ status, body }: UpstreamAnswer): Refusal | null {
  const error = errorBody.safeParse(body);
  if (status < 400 && !error.success) return null;

  const code = error.data?.code ?? '';
  if (code === 'UPSTREAM_GATEWAY_TIMEOUT')
    throw engineFault('across', 'quote', 'across waited too long for its sources', 'RAIL_TIMEOUT');
  if (faults.includes(code)) throw engineFault('across', 'quote', 'across failed on its side');
  const [ours, reason] = refusals.get(code) ?? (['NO_ROUTE', reasonOf(status)] as const);
  return refuse(ours, reason);
}

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return 'across wants a key, or another one';
  if (status === 404) return 'across does not know one of the tokens';
  return `across refuses, with HTTP status ${status}`;
}
