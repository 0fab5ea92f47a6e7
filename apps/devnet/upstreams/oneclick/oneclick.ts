import type { Answer, Refusal, StandIn } from '../stand-in.ts';
import { blockchains } from './asset-ids.ts';
import { quote } from './quote.ts';
import { signer } from './sign-quote.ts';
import { status } from './status.ts';
import { submit } from './submit.ts';
import { tokens } from './tokens.ts';

/**
 * NEAR Intents 1Click: no contract; each quote names a fresh address, and a plain transfer to it is
 * the deposit.
 */
export const oneclick: StandIn = {
  engine: 'oneclick',
  chainIds: Object.keys(blockchains).map(Number),
  tariff: { spreadPpm: 2_000n, flatMicroUsd: 0n, feeWei: 0n, fillMs: 600, answerMs: 40 },
  signer,
  quotes: [quote],
  statuses: [status],
  others: [tokens, submit],
  refusal,
};

function refusal(refused: Refusal): Answer {
  switch (refused.kind) {
    case 'missing':
      return { status: 400, body: { message: `${refused.field} should not be empty` } };
    case 'malformed':
      return { status: 400, body: { message: `${refused.field} is not valid: ${refused.found}` } };
    case 'too-low':
      return {
        status: 400,
        body: { message: `Amount is too low for bridge, try at least ${refused.least}` },
      };
    case 'no-route':
      return { status: 400, body: { message: 'Failed to get quote' } };
    case 'rate-limited':
      return { status: 429, body: { message: 'Too Many Requests' } };
  }
}
