import {
  asUnits,
  feeOf,
  isNative,
  type QuoteRequest,
  rescale,
  standardFeeBps,
} from '@interline/kernel';
import {
  type RailScript,
  type ScriptedRail,
  scriptedManifest,
  scriptedQuote,
  scriptedRail,
  scriptedSteps,
} from '@interline/plugins/testing';

/**
 * The kit's scripted rail as an inventory rail: 8 bps, paid out of the float, broadcast by default.
 * Tests of the harness run on it, so that they need none of `rails/*`.
 */
export function stockRail(script: RailScript = {}): ScriptedRail {
  return scriptedRail({
    quote: (request, offer) => {
      const fee = feeOf(request.amount, standardFeeBps);
      const par = rescale(request.amount - fee, request.from.decimals, request.to.decimals);
      const output = asUnits(isEtherForUsd(request) ? par / usdOfEther : par);
      return {
        ok: true,
        value: scriptedQuote(request, { rail: offer, fee, output, minOutput: output }),
      };
    },
    steps: (order, quote) => [
      scriptedSteps.reserve(order, quote.output),
      scriptedSteps.payout(order, quote.output),
    ],
    ...script,
    manifest: scriptedManifest({
      id: 'stock',
      ways: ['stock'],
      capabilities: ['inventory'],
      ...script.manifest,
    }),
    plan: { pullTo: 'float', keeps: 'durable', charges: [], ...script.plan },
  });
}

/** What the devnet says of every coin that these tests move. */
const usdOfEther = 3_000n;

function isEtherForUsd({ from, to }: Pick<QuoteRequest, 'from' | 'to'>): boolean {
  return from.asset === 'USD' && isNative(to) && to.asset === 'ETH';
}
