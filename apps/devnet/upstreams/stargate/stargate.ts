import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { stargateChains } from './chains.ts';
import { quote } from './quote.ts';
import { status } from './status.ts';

/** Stargate's API, and LayerZero's scan, which knows where a message stands. */
export const stargate: StandIn = {
  engine: 'stargate',
  chainIds: stargateChains.map(({ chainId }) => chainId),
  tariff: {
    spreadPpm: 60n,
    flatMicroUsd: 0n,
    feeWei: 50_000_000_000_000n,
    fillMs: 2_000,
    answerMs: 20,
  },
  quotes: [quote],
  statuses: [status],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return { status: 422, body: { error: { message: `${refused.field} is required` } } };
    case 'malformed':
      return {
        status: 422,
        body: { error: { message: `${refused.field} is invalid: ${refused.found}` } },
      };
    case 'too-low':
    case 'no-route':
      return { status: 200, body: { quotes: [] } };
    case 'rate-limited':
      return { status: 429, body: { error: { message: 'Too many requests' } } };
  }
}
