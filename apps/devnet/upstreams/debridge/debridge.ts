import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { dlnChains } from './chains.ts';
import { quote } from './quote.ts';
import { stats } from './stats.ts';
import { status } from './status.ts';

/** deBridge DLN's API, and the statistics service that knows where an order was fulfilled. */
export const debridge: StandIn = {
  engine: 'debridge',
  chainIds: dlnChains.map(({ chainId }) => chainId),
  tariff: {
    spreadPpm: 400n,
    flatMicroUsd: 10_000n,
    feeWei: 1_000_000_000_000_000n,
    fillMs: 400,
    answerMs: 28,
  },
  quotes: [quote],
  statuses: [status, stats],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return failure(400, 2, 'INVALID_QUERY_PARAMETERS', `${refused.field} must be provided`);
    case 'malformed':
      return failure(
        400,
        2,
        'INVALID_QUERY_PARAMETERS',
        `${refused.field} is invalid: ${refused.found}`,
      );
    case 'too-low':
      return failure(
        400,
        12,
        'ERROR_LOW_GIVE_AMOUNT',
        `The input amount is too low, at least ${refused.least} is needed`,
      );
    case 'no-route':
      return failure(400, 4, 'IMPOSSIBLE_ROUTE', 'No route was found for the given tokens');
    case 'rate-limited':
      return failure(429, 429, 'TOO_MANY_REQUESTS', 'Too many requests');
  }
}

function failure(status: number, errorCode: number, errorId: string, errorMessage: string): Answer {
  return { status, body: { errorCode, errorId, errorMessage } };
}
