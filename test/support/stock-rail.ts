import { feeOf, rescale, standardFeeBps } from '@interline/kernel';
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
      const output = rescale(request.amount - fee, request.from.decimals, request.to.decimals);
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
