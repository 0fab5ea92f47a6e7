import { answer, type ChainRef, evmChainId, isNative, type TokenRef } from '@interline/plugins';
import { z } from 'zod';
import type {
  EstimateQuestion,
  Estimates,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream.ts';
import { bitcoin, ignoresCase, pricedEvm, solana, tron } from '../../estimate/node-chains.ts';
import { estimateMismatch } from '../../estimate/estimate-mismatch.ts';
import { digits, duration, positiveDigits } from '../../wire/fields.ts';
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
  async price(question, api, signal) {
    const answered = await api.ask(estimateRequest(question, api.settings), signal);
    return refusalOf(answered) ?? readEstimate(question, answered.body);
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

export function readEstimate(question: EstimateQuestion, body: unknown) {
  const { from, to, units } = question;
  const { currencyIn, currencyOut, timeEstimate } = readBody(quote, body, 'relay', 'quote').details;
  const told = (token: TokenRef, address: string): string =>
    ignoresCase(token.chain) ? address.toLowerCase() : address;
  return (
    estimateMismatch('relay', [
      ['source chain', idOf(from.chain), currencyIn.currency.chainId],
      ['destination chain', idOf(to.chain), currencyOut.currency.chainId],
      ['source token', currencyOf(from), told(from, currencyIn.currency.address)],
      ['destination token', currencyOf(to), told(to, currencyOut.currency.address)],
      ['amount', units, currencyIn.amount],
    ]) ??
    answer({
      output: currencyOut.amount,
      minOutput: currencyOut.minimumAmount,
      durationSec: timeEstimate,
      bridge: 'relay',
      via: [],
      expiresAtMs: null,
    })
  );
}
