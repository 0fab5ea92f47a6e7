import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { quote } from './quote.ts';
import { status } from './status.ts';

/**
 * Relay: one POST that answers steps to run in order; the order is known by its request id alone.
 */
export const relay: StandIn = {
  engine: 'relay',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 480, 999, 1135, 1868, 4663, 5000, 8453, 33139, 34443, 42161,
    43114, 57073, 59144, 81457, 7777777,
  ],
  tariff: { spreadPpm: 600n, flatMicroUsd: 20_000n, feeWei: 0n, fillMs: 300, answerMs: 15 },
  quotes: [quote],
  statuses: [status],
  // The hint that a deposit was sent; the stand-in finds it just as soon by itself.
  others: [
    {
      method: 'POST',
      path: '/transactions/index',
      serve: () => ({ status: 200, body: { message: 'Success' } }),
    },
  ],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return {
        status: 400,
        body: { message: `body must have required property '${refused.field}'` },
      };
    case 'malformed':
      return {
        status: 400,
        body: {
          message: `${refused.field} is invalid: ${refused.found}`,
          errorCode: codeFor(refused.field),
        },
      };
    case 'too-low':
      return {
        status: 400,
        body: {
          message: 'Swap output amount is too small to cover fees required to execute swap',
          errorCode: 'AMOUNT_TOO_LOW',
        },
      };
    case 'no-route':
      return {
        status: 400,
        body: {
          message: 'No routes found for the requested swap',
          errorCode: 'NO_SWAP_ROUTES_FOUND',
        },
      };
    case 'rate-limited':
      return { status: 429, body: { message: 'Too many requests, please try again later.' } };
  }
}

function codeFor(field: string): string {
  switch (field) {
    case 'originCurrency':
      return 'INVALID_INPUT_CURRENCY';
    case 'destinationCurrency':
      return 'INVALID_OUTPUT_CURRENCY';
    case 'slippageTolerance':
      return 'INVALID_SLIPPAGE_TOLERANCE';
    default:
      return 'INVALID_ADDRESS';
  }
}
