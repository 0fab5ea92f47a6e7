import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { quote } from './quote.ts';
import { status } from './status.ts';

/** Across: one GET that prices and builds at once; status by the deposit's transaction. */
export const across: StandIn = {
  engine: 'across',
  chainIds: [
    1, 10, 56, 130, 137, 480, 999, 1135, 1868, 4663, 8453, 34443, 42161, 43114, 57073, 59144, 81457,
    7777777,
  ],
  tariff: { spreadPpm: 500n, flatMicroUsd: 100_000n, feeWei: 0n, fillMs: 400, answerMs: 25 },
  quotes: [quote],
  statuses: [status],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return fault(
        400,
        'MISSING_PARAM',
        `Missing required parameter: ${refused.field}`,
        refused.field,
      );
    case 'malformed':
      return fault(
        400,
        'INVALID_PARAM',
        `Invalid parameter at path '${refused.field}': ${refused.found}`,
        refused.field,
      );
    case 'too-low':
      return fault(
        400,
        'AMOUNT_TOO_LOW',
        `Sent amount is too low relative to fees; send at least ${refused.least}`,
        'amount',
      );
    case 'no-route':
      return fault(400, 'ROUTE_NOT_ENABLED', 'No swap route found for the given tokens and chains');
    case 'rate-limited':
      return fault(429, 'UPSTREAM_HTTP_ERROR', 'Too many requests');
  }
}

function fault(status: number, code: string, message: string, param?: string): Answer {
  return { status, body: { type: 'AcrossApiError', code, status, message, param, id: 'stand-in' } };
}
