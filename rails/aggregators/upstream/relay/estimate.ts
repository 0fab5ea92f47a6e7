import { answer, type ChainRef, evmChainId, isNative, type TokenRef } from '@interline/plugins';
import { z } from 'zod';
import type {
  Estimate,
  EstimateQuestion,
  Estimates,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream.ts';
import { bitcoin, pricedEvm, solana, tron } from '../../estimate/node-chains.ts';
import { assertToldFor, toldAddress } from '../../estimate/told-for.ts';
import { digits, duration, positiveDigits } from '../../wire/fields.ts';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { readBody } from '../../wire/read-body.ts';
import { slippageBps } from '../../wire/slippage.ts';
import { refusalOf } from './errors.ts';
import { keyOf, namesOf, relayCoin } from './request.ts';

/** Relay's own ids of chains that have no EIP-155 id, and how it writes their coins. */
const nodes: ReadonlyMap<ChainRef, { readonly id: number; readonly coin: string }> = new Map([
  [solana, { id: 792_703_809, coin: '11111111111111111111111111111111' }],
  [bitcoin, { id: 8_253_038, coin: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8' }],
  // The zero address in base58, as on its EVM chains; not in its documentation.
  [tron, { id: 728_126_428, coin: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }],
]);

export const relayEstimates: Estimates = {
  chains: [...nodes.keys(), ...pricedEvm],
  price(question, api, signal) {
    const read = (body: unknown) => answer(readEstimate(question, body));
    return askAndRead(api, estimateRequest(question, api.settings), { refusalOf, read }, signal);
  },
};

export function estimateRequest(
  { from, to, units, payer, recipient, slippage }: EstimateQuestion,
  settings: UpstreamSettings,
): UpstreamRequest {
  return {
    method: 'POST',
    path: '/quote/v2',
    body: {
      user: payer,
      recipient,
      refundTo: payer,
      originChainId: idOf(from.chain),
      destinationChainId: idOf(to.chain),
      originCurrency: currencyOf(from),
      destinationCurrency: currencyOf(to),
      amount: units.toString(),
      tradeType: 'EXACT_INPUT',
      slippageTolerance: String(slippageBps(slippage)),
      ...namesOf(settings),
    },
    ...keyOf(settings),
  };
}

function idOf(chain: ChainRef): number {
  return nodes.get(chain)?.id ?? evmChainId(chain) ?? 0;
}

function currencyOf(token: TokenRef): string {
  return isNative(token) ? (nodes.get(token.chain)?.coin ?? relayCoin) : token.address;
}

const side = z.object({ chainId: z.int(), address: z.string() });

const quote = z.object({
  details: z.object({
    currencyIn: z.object({ currency: side, amount: positiveDigits }),
    currencyOut: z.object({ currency: side, amount: positiveDigits, minimumAmount: digits }),
    timeEstimate: duration,
  }),
});

export function readEstimate(question: EstimateQuestion, body: unknown): Estimate {
  const { from, to, units } = question;
  const { currencyIn, currencyOut, timeEstimate } = readBody(quote, body, 'relay', 'quote').details;
  assertToldFor('relay', [
    ['source chain', idOf(from.chain), currencyIn.currency.chainId],
    ['destination chain', idOf(to.chain), currencyOut.currency.chainId],
    ['source token', currencyOf(from), toldAddress(from, currencyIn.currency.address)],
    ['destination token', currencyOf(to), toldAddress(to, currencyOut.currency.address)],
    ['amount', units, currencyIn.amount],
  ]);
  return {
    output: currencyOut.amount,
    minOutput: currencyOut.minimumAmount,
    durationSec: timeEstimate,
    bridge: 'relay',
    via: [],
    expiresAtMs: null,
  };
}
