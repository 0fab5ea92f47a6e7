import { type ErrorCode, type Refusal, refuse } from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from '../../wire/engine-fault.ts';
import type { UpstreamAnswer } from '../upstream.ts';

/** A 2xx may be an error as well, then without steps. */
const errorBody = z
  .object({
    message: z.string().optional().catch(undefined),
    errorCode: z.string().optional().catch(undefined),
    steps: z.undefined().optional(),
  })
  .refine(({ message, errorCode }) => message !== undefined || errorCode !== undefined);

/** This error is intermittent on some chains: an immediate retry often gets the same quote. */
export function isPassing({ status, body }: UpstreamAnswer): boolean {
  return (
    status >= 400 &&
    (errorBody.safeParse(body).data?.message?.includes('Final transaction simulation failed') ??
      false)
  );
}

/** Why there is no quote, or null if there may be one. Relay states no minimum input. */
export function refusalOf(answered: UpstreamAnswer): Refusal | null {
  const { status, body } = answered;
  const error = errorBody.safeParse(body);
  if (status < 400 && !error.success) return null;
  if (isPassing(answered))
    return refuse('SIMULATION_FAILED', 'relay says that its transaction would revert');

  const code = error.data?.errorCode ?? '';
  if (code === 'REQUEST_TIMED_OUT')
    throw engineFault('relay', 'quote', 'relay waited too long for its sources', 'RAIL_TIMEOUT');
  const fault =
    faults.get(code) ??
    (status === 401 || status === 403 ? 'relay does not accept our key' : undefined);
  if (fault !== undefined) throw engineFault('relay', 'quote', fault);
  const [ours, reason] =
    refusals.get(code) ?? (['NO_ROUTE', `relay refuses, with HTTP status ${status}`] as const);
  return refuse(ours, reason);
}

const faults = new Map([
  ['UNAUTHORIZED', 'relay does not accept our key'],
  ['FORBIDDEN', 'relay does not accept our key'],
  ['UNKNOWN_ERROR', 'relay failed on its side'],
  ['SERVICE_UNAVAILABLE', 'relay is not available now'],
  ['RPC_HTTP_ERROR', 'relay could not read a chain'],
  ['PRICE_FETCH_FAILED', 'relay could not price a token'],
  ['SWAP_QUOTE_FAILED', 'relay could not price the swap'],
  ['ERC20_ROUTER_ADDRESS_NOT_FOUND', 'relay misses a contract of its own'],
]);

const refusals = new Map<string, readonly [ErrorCode, string]>([
  ['AMOUNT_TOO_LOW', ['NO_ROUTE', 'the amount is too low for relay']],
  ['NO_QUOTES', ['NO_ROUTE', 'relay has no quote for this pair and amount']],
  ['NO_SWAP_ROUTES_FOUND', ['NO_ROUTE', 'relay finds no route for this pair and amount']],
  ['NO_INTERNAL_SWAP_ROUTES_FOUND', ['NO_ROUTE', 'relay finds no route for this pair and amount']],
  ['UNSUPPORTED_ROUTE', ['NO_ROUTE', 'relay does not serve this pair']],
  ['UNSUPPORTED_CHAIN', ['NO_ROUTE', 'relay does not serve one of the chains']],
  ['UNSUPPORTED_CURRENCY', ['NO_ROUTE', 'relay does not serve one of the tokens']],
  ['UNSUPPORTED_EXECUTION_TYPE', ['NO_ROUTE', 'relay does not serve this kind of transfer']],
  ['CHAIN_DISABLED', ['NO_ROUTE', 'relay has switched off one of the chains']],
  ['ROUTE_TEMPORARILY_RESTRICTED', ['NO_ROUTE', 'relay restricts this lane for now']],
  ['INSUFFICIENT_LIQUIDITY', ['NO_ROUTE', 'relay has too little liquidity for the amount']],
  ['INSUFFICIENT_FUNDS', ['NO_ROUTE', 'relay wants the money there before it quotes']],
  ['SWAP_IMPACT_TOO_HIGH', ['NO_ROUTE', 'the amount would move the price too far on relay']],
  ['USER_RECIPIENT_MISMATCH', ['NO_ROUTE', 'relay pays only the depositor on this lane']],
  ['SANCTIONED_CURRENCY', ['NO_ROUTE', 'relay refuses one of the tokens']],
  ['SANCTIONED_WALLET_ADDRESS', ['NO_ROUTE', 'relay refuses one of the addresses']],
  ['INVALID_ADDRESS', ['NO_ROUTE', 'relay does not accept one of the addresses']],
  ['INVALID_RECIPIENT', ['NO_ROUTE', 'relay does not accept the recipient']],
  ['INVALID_INPUT_CURRENCY', ['NO_ROUTE', 'relay does not know the source token']],
  ['INVALID_OUTPUT_CURRENCY', ['NO_ROUTE', 'relay does not know the destination token']],
  ['INVALID_SLIPPAGE_TOLERANCE', ['NO_ROUTE', 'relay does not accept the slippage']],
  ['INVALID_EXTRA_TXS', ['NO_ROUTE', 'relay does not accept a value of the request']],
  [
    'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
    ['NO_ROUTE', 'relay does not accept a value of the request'],
  ],
  ['EXTRA_TXS_NOT_SUPPORTED', ['NO_ROUTE', 'relay does not accept a value of the request']],
  ['PERMIT_FAILED', ['NO_ROUTE', 'relay does not accept a value of the request']],
  ['DESTINATION_TX_FAILED', ['SIMULATION_FAILED', 'relay says that its payment would revert']],
]);
