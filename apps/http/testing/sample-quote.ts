import type { RouteQuote } from '@interline/core/transfer';
import {
  asUnits,
  type FirmQuote,
  type IndicativeQuote,
  type QuoteRequest,
} from '@interline/kernel';

/** A price of a tenth of a percent below par, on any pair. */
export function sampleFirmQuote(request: QuoteRequest, change: Partial<FirmQuote> = {}): FirmQuote {
  return {
    kind: 'firm',
    rail: 'floatlane',
    bridge: 'floatlane',
    via: [],
    input: request.amount,
    output: asUnits(request.amount - request.amount / 1_000n),
    minOutput: asUnits(request.amount - request.amount / 200n),
    fee: asUnits((request.amount * 8n + 9_999n) / 10_000n),
    durationSec: 12,
    expiresAtMs: 1_800_000_030_000,
    memo: {},
    ...change,
  };
}

export function sampleIndicativeQuote(request: QuoteRequest, reason: string): IndicativeQuote {
  const {
    expiresAtMs: _expires,
    memo: _memo,
    ...terms
  } = sampleFirmQuote(request, { rail: 'solana', bridge: 'wormhole', via: ['jupiter'] });
  return { ...terms, kind: 'indicative', reason };
}

/** What compares to a winner, a second and a refusal. */
export function sampleRouteQuote(request: QuoteRequest): RouteQuote {
  const best = sampleFirmQuote(request);
  const second = sampleFirmQuote(request, {
    rail: 'lifi',
    bridge: 'across',
    via: ['across'],
    output: asUnits(best.output - 1n),
    durationSec: 40,
  });
  return {
    best,
    bestOf: 1,
    compared: [
      { rail: 'floatlane', quote: best, refusal: null },
      { rail: 'lifi', quote: second, refusal: null },
      {
        rail: 'relay',
        quote: null,
        refusal: { rail: 'relay', code: 'RAIL_TIMEOUT', reason: 'did not answer within 3000 ms' },
      },
    ],
    blocks: {
      floatlane: {
        fee: best.fee.toString(),
        effectiveFeeBps: 8,
        capNow: '2500000000',
        destFloat: '10000000000',
        pricing: { mode: 'base', feeBps: 8, standardFeeBps: 8, reason: 'no discount' },
        freeTier: { applied: false, failedCheck: 'amount', reason: 'above 25 USD' },
        vip: { isMember: false, matched: null, collections: [] },
      },
    },
  };
}
