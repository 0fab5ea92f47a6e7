import {
  answer,
  type ChainRef,
  evmChainId,
  isNative,
  refuse,
  type TokenRef,
} from '@interline/plugins';
import { z } from 'zod';
import { assertToldFor, toldAddress } from '../../estimate/told-for.ts';
import type {
  Estimate,
  EstimateQuestion,
  Estimates,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream.ts';
import { solana, tron } from '../../estimate/node-chains.ts';
import { duration, positiveDigits } from '../../wire/fields.ts';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { readBody } from '../../wire/read-body.ts';
import { debridgeChainId } from './chain-ids.ts';
import { refusalOf } from './errors.ts';
import { debridgeCoin } from './request.ts';

/** deBridge's own ids, and how it writes the coin; how it writes Tron's is not documented. */
const nodes: ReadonlyMap<ChainRef, { readonly id: number; readonly coin: string | null }> = new Map(
  [
    [solana, { id: 7_565_164, coin: '11111111111111111111111111111111' }],
    [tron, { id: 100_000_026, coin: null }],
  ],
);

export const debridgeEstimates: Estimates = {
  chains: [...nodes.keys()],
  async price(question, api, signal) {
    const nameless = [question.from, question.to].find((token) => nameOf(token) === null);
    if (nameless !== undefined)
      return refuse('NO_ROUTE', `debridge has no documented name for ${nameless.symbol}`);
    const read = (body: unknown) => answer(readEstimate(question, body));
    return askAndRead(api, estimateRequest(question, api.settings), { refusalOf, read }, signal);
  },
};

/** Without recipient and authorities it estimates and creates no order. */
export function estimateRequest(
  { from, to, units }: EstimateQuestion,
  { apiKey, integrator }: UpstreamSettings,
): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v1.0/dln/order/create-tx',
    query: {
      srcChainId: String(idOf(from.chain)),
      srcChainTokenIn: nameOf(from) ?? undefined,
      srcChainTokenInAmount: units.toString(),
      dstChainId: String(idOf(to.chain)),
      dstChainTokenOut: nameOf(to) ?? undefined,
      dstChainTokenOutAmount: 'auto',
      prependOperatingExpenses: 'false',
      accesstoken: apiKey ?? undefined,
      referralCode: integrator ?? undefined,
    },
  };
}

function idOf(chain: ChainRef): number {
  return nodes.get(chain)?.id ?? debridgeChainId(evmChainId(chain) ?? 0);
}

function nameOf(token: TokenRef): string | null {
  const node = nodes.get(token.chain);
  if (!isNative(token)) return token.address;
  return node === undefined ? debridgeCoin : node.coin;
}

const estimateBody = z.object({
  estimation: z.object({
    srcChainTokenIn: z.object({ address: z.string(), chainId: z.int(), amount: positiveDigits }),
    dstChainTokenOut: z.object({ address: z.string(), chainId: z.int(), amount: positiveDigits }),
  }),
  order: z.object({ approximateFulfillmentDelay: duration }).nullable().catch(null),
});

export function readEstimate(question: EstimateQuestion, body: unknown): Estimate {
  const { from, to, units } = question;
  const {
    estimation: { srcChainTokenIn: given, dstChainTokenOut: taken },
    order,
  } = readBody(estimateBody, body, 'debridge', 'quote');
  assertToldFor('debridge', [
    ['source chain', idOf(from.chain), given.chainId],
    ['destination chain', idOf(to.chain), taken.chainId],
    ['source token', nameOf(from) ?? '', toldAddress(from, given.address)],
    ['destination token', nameOf(to) ?? '', toldAddress(to, taken.address)],
    ['amount', units, given.amount],
  ]);
  return {
    output: taken.amount,
    // The order states what its taker must pay out, so the expected output is also the promised
    // one.
    minOutput: taken.amount,
    durationSec: order?.approximateFulfillmentDelay ?? null,
    bridge: 'debridge',
    via: ['debridge'],
    expiresAtMs: null,
  };
}
