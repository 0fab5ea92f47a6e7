import type { JsonObject } from '@interline/plugins';
import { slippageBps } from '../../wire/slippage.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';

/** How long a deposit may take to be seen. */
export const depositMs = 1_200_000;

/** `price` is 1Click's dry run; `build` opens a deposit address. */
export interface QuoteTerms {
  readonly step: 'price' | 'build';
  readonly originAsset: string;
  readonly destinationAsset: string;
  readonly nowMs: number;
}

/** What 1Click must repeat in its answer word for word. */
export function quoteTerms(ask: Ask, { step, originAsset, destinationAsset }: QuoteTerms) {
  return {
    dry: step === 'price',
    swapType: 'EXACT_INPUT',
    depositType: 'ORIGIN_CHAIN',
    depositMode: 'SIMPLE',
    originAsset,
    destinationAsset,
    amount: ask.units.toString(),
    slippageTolerance: slippageBps(ask.slippage),
    refundTo: ask.payer,
    refundType: 'ORIGIN_CHAIN',
    recipient: ask.recipient,
    recipientType: 'DESTINATION_CHAIN',
  } as const satisfies JsonObject;
}

export function quoteRequest(
  ask: Ask,
  terms: QuoteTerms,
  { apiKey, integrator, feeBps, feeTaker }: UpstreamSettings,
): UpstreamRequest {
  return {
    method: 'POST',
    path: '/v0/quote',
    headers: keyHeader(apiKey),
    body: {
      ...quoteTerms(ask, terms),
      deadline: new Date(terms.nowMs + depositMs).toISOString(),
      ...(integrator === null ? {} : { referral: integrator }),
      ...(feeBps > 0 && feeTaker !== null
        ? { appFees: [{ recipient: feeTaker, fee: feeBps }] }
        : {}),
    },
  };
}

export function statusRequest(depositAddress: string, apiKey: string | null): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v0/status',
    query: { depositAddress },
    headers: keyHeader(apiKey),
  };
}

/** Without one 1Click takes 20 bps for itself. */
export function keyHeader(apiKey: string | null): Readonly<Record<string, string>> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}
