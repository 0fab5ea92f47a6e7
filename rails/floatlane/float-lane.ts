import type { RailContext, RailPort } from '@interline/plugins';
import { laneHealth } from './lane-health.ts';
import { laneSetup } from './lane-setup.ts';
import { floatlaneManifest } from './manifest.ts';
import { offerTransfer } from './offer-transfer.ts';
import { planPayout } from './plan-payout.ts';
import type { FloatlaneSettings } from './settings.ts';

/** Serves a pair of tokens of one asset from our own inventory on both chains. */
export function floatLane(context: RailContext, settings: FloatlaneSettings): RailPort {
  const setup = laneSetup(context, settings);
  return {
    manifest: floatlaneManifest,
    offers: async (request, signal) => [await offerTransfer(setup, request, signal)],
    plan: (order, quote, signal) => planPayout(setup, order, quote, signal),
    // No plan of this lane has a step to track: the core sees its own payout on chain.
    track: async () => ({ status: 'WAITING', stage: 'NOT_TRACKED' }),
    health: (signal) => laneHealth(setup, signal),
  };
}
