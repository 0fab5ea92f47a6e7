import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { quoteAt } from './quote.ts';
import { status } from './status.ts';

/** Symbiosis' cross-chain API; the price and the build differ in their path only. */
export const symbiosis: StandIn = {
  engine: 'symbiosis',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 999, 1868, 5000, 8453, 33139, 34443, 42161, 43114, 59144, 81457,
  ],
  tariff: { spreadPpm: 200n, flatMicroUsd: 500_000n, feeWei: 0n, fillMs: 1_200, answerMs: 40 },
  quotes: [quoteAt('/crosschain/v2/quote'), quoteAt('/crosschain/v2/swap')],
  statuses: [status],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return { status: 400, body: { errors: [`${refused.field} should not be empty`] } };
    case 'malformed':
      return { status: 400, body: { errors: [`${refused.field} is invalid: ${refused.found}`] } };
    case 'too-low':
      return { status: 400, body: { message: `Amount too low. Minimum amount: ${refused.least}` } };
    case 'no-route':
      return { status: 400, body: { message: 'There is no route for the tokens' } };
    case 'rate-limited':
      return { status: 429, body: { message: 'Too Many Requests' } };
  }
}
