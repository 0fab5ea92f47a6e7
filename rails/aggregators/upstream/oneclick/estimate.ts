import { answer, type JsonObject } from '@interline/plugins';
import { z } from 'zod';
import type {
  Estimate,
  EstimateQuestion,
  Estimates,
  UpstreamRequest,
  UpstreamSettings,
} from '../upstream.ts';
import { stellar } from '../../estimate/node-chains.ts';
import { digits, duration, positiveDigits } from '../../wire/fields.ts';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { engineFault } from '../../wire/engine-fault.ts';
import { readBody } from '../../wire/read-body.ts';
import { slippageBps } from '../../wire/slippage.ts';
import { assetList } from './asset-list.ts';
import { pricedAssetIdOf, pricedBlockchains } from './assets.ts';
import { refusalOf } from './errors.ts';
import { assertRepeated, depositMs, keyOf } from './request.ts';

export const oneclickEstimates: Estimates = {
  chains: [...pricedBlockchains.keys()],
  async price(question, api, signal) {
    const listed = await assetList(api, signal);
    if (!listed.ok) return listed;
    const origin = pricedAssetIdOf(question.from, listed.value);
    if (!origin.ok) return origin;
    const destination = pricedAssetIdOf(question.to, listed.value);
    if (!destination.ok) return destination;
    const terms = dryTerms(question, origin.value, destination.value);
    const read = (body: unknown) => answer(readEstimate(question, terms, body));
    const request = dryRequest(terms, api.nowMs(), api.settings);
    return askAndRead(api, request, { refusalOf, read }, signal);
  },
};

/** The terms that 1Click must repeat exactly. */
export function dryTerms(
  { from, units, payer, recipient, slippage }: EstimateQuestion,
  originAsset: string,
  destinationAsset: string,
) {
  return {
    dry: true,
    swapType: 'EXACT_INPUT',
    depositType: 'ORIGIN_CHAIN',
    // Deposits on Stellar share an account and are distinguished by their memos.
    depositMode: from.chain === stellar ? 'MEMO' : 'SIMPLE',
    originAsset,
    destinationAsset,
    amount: units.toString(),
    slippageTolerance: slippageBps(slippage),
    refundTo: payer,
    refundType: 'ORIGIN_CHAIN',
    recipient,
    recipientType: 'DESTINATION_CHAIN',
  } as const satisfies JsonObject;
}

function dryRequest(terms: JsonObject, nowMs: number, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'POST',
    path: '/v0/quote',
    ...keyOf(settings),
    body: { ...terms, deadline: new Date(nowMs + depositMs).toISOString() },
  };
}

const quoteBody = z.object({
  quoteRequest: z.record(z.string(), z.unknown()),
  quote: z.object({
    amountIn: positiveDigits,
    amountOut: positiveDigits,
    minAmountOut: digits,
    timeEstimate: duration,
  }),
});

export function readEstimate(
  { units }: EstimateQuestion,
  terms: ReturnType<typeof dryTerms>,
  body: unknown,
): Estimate {
  const { quoteRequest, quote } = readBody(quoteBody, body, 'oneclick', 'quote');
  assertRepeated(terms, quoteRequest);
  if (quote.amountIn !== units)
    throw engineFault('oneclick', 'quote', 'oneclick wants another amount than asked');
  return {
    output: quote.amountOut,
    minOutput: quote.minAmountOut,
    durationSec: quote.timeEstimate,
    bridge: 'oneclick',
    via: ['oneclick'],
    expiresAtMs: null,
  };
}
