import type { Comparison } from '@interline/core/transfer';
import { asAmount, asUnits, bps, type QuoteRequest } from '@interline/kernel';
import { sampleFirmQuote } from './sample-quote.ts';

/**
 * A winner out of our own inventory, a second and a refusal with its minimum, for 25 USDC to USDC.
 */
export function sampleComparison(
  request: QuoteRequest,
  change: Partial<Comparison> = {},
): Comparison {
  const best = sampleFirmQuote(request);
  const second = sampleFirmQuote(request, {
    rail: 'lifi',
    bridge: 'across',
    via: ['across'],
    output: asUnits(best.output > 25_000n ? best.output - 25_000n : 0n),
    durationSec: 40,
  });
  const fee = { lost: 1n, of: 1_000n, basis: 'units' } as const;
  return {
    priced: [
      { quote: best, effectiveFee: fee, qualityScore: 89 },
      { quote: second, effectiveFee: { lost: 2n, of: 1_000n, basis: 'units' }, qualityScore: 87 },
    ],
    refusals: [
      {
        rail: 'relay',
        code: 'NO_ROUTE',
        reason: 'below its minimum',
        minInput: asUnits(30_000_000n),
      },
    ],
    guard: { ok: true, fee, thresholdBps: bps(500), recommendedMinInput: asAmount(4_878n) },
    firstParty: {
      rail: 'floatlane',
      output: best.output,
      bestThirdParty: { rail: 'lifi', output: second.output },
      advantageBps: 10,
      isCheaper: true,
    },
    isCached: false,
    ...change,
  };
}
