import type { JsonObject } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import { bearerOf } from '../../wire/request-parts.ts';
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

/** The terms that 1Click must repeat exactly in its response. */
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
  settings: UpstreamSettings,
): UpstreamRequest {
  const { integrator, feeBps, feeTaker } = settings;
  return {
    method: 'POST',
    path: '/v0/quote',
    ...keyOf(settings),
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

export function statusRequest(depositAddress: string, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v0/status',
    query: { depositAddress },
    ...keyOf(settings),
  };
}

/** Without a key, 1Click takes 20 bps for itself. */
export const keyOf = bearerOf;

/** Throws `RAIL_FAULT` for a response that does not repeat the terms exactly. */
export function assertRepeated(
  terms: Readonly<Record<string, string | number | boolean>>,
  said: Readonly<Record<string, unknown>>,
): void {
  const strange = Object.entries(terms).find(([field, asked]) => !isRepeated(asked, said[field]));
  if (strange !== undefined)
    throw engineFault('oneclick', 'quote', `oneclick answers for another ${strange[0]} than asked`);
}

/** Addresses may come back with a checksum. */
function isRepeated(asked: string | number | boolean, said: unknown): boolean {
  return (
    said === asked ||
    (typeof asked === 'string' &&
      typeof said === 'string' &&
      asked.startsWith('0x') &&
      said.toLowerCase() === asked)
  );
}
