import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { failure, success } from './envelope.ts';
import { quote } from './quote.ts';
import { status } from './status.ts';

/** Socket's API v3, the one behind Bungee. */
export const socket: StandIn = {
  engine: 'socket',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 480, 999, 1868, 5000, 8453, 34443, 42161, 43114, 57073, 59144,
    81457,
  ],
  tariff: { spreadPpm: 450n, flatMicroUsd: 20_000n, feeWei: 0n, fillMs: 800, answerMs: 35 },
  quotes: [quote],
  statuses: [status],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return failure(400, `${refused.field} is required`);
    case 'malformed':
      return failure(400, `${refused.field} is invalid: ${refused.found}`);
    case 'too-low':
      return failure(400, `Input amount is too low, minimum is ${refused.least}`);
    // Socket reports an empty result as a success.
    case 'no-route':
      return success({ routes: [] });
    case 'rate-limited':
      return failure(429, 'Too many requests');
  }
}
