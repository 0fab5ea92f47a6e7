import type { RailContext, RailPort } from '@interline/plugins';
import { enginesHealth } from './engines-health.ts';
import { manifestOf } from './manifest.ts';
import { offerTransfers } from './offer/offer-transfers.ts';
import { planTransfer } from './plan/plan-transfer.ts';
import type { AggregatorSettings } from './settings.ts';
import { setupOf } from './setup.ts';
import { trackTransfer } from './track/track-transfer.ts';
import type { Upstream } from './upstream/upstream.ts';

export function aggregatorsRail(
  upstreams: readonly Upstream[],
  context: RailContext,
  settings: AggregatorSettings,
): RailPort {
  const setup = setupOf(upstreams, context, settings);
  return {
    manifest: manifestOf(upstreams),
    offers: (request, signal) => offerTransfers(setup, request, signal),
    plan: (order, quote, signal) => planTransfer(setup, order, quote, signal),
    track: (ref, signal) => trackTransfer(setup, ref, signal),
    health: async () => enginesHealth(setup),
  };
}
