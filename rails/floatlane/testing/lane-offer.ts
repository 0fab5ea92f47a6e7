import type { Offer, QuoteRequest } from '@interline/plugins';
import { floatLane } from '../rail.ts';
import { floatlaneSettings } from '../settings.ts';
import { laneContext, type LaneWorld } from './lane-context.ts';
import { laneRequest } from './lane-request.ts';
import { usdcOnArbitrum, usdcOnBase } from './lane-tokens.ts';

/** 1,000 USDC on Base, equal to its target. */
export const thousandOnBase: LaneWorld = {
  floats: [{ token: usdcOnBase, free: 1_000_000_000n, target: 1_000_000_000n }],
};

/** The one offer the lane makes. */
export async function laneOffer(
  request: QuoteRequest,
  world: LaneWorld = thousandOnBase,
  settings: object = {},
): Promise<Offer> {
  const lane = floatLane(laneContext(world), floatlaneSettings.parse(settings));
  const [only, ...others] = await lane.offers(request, new AbortController().signal);
  if (only === undefined || others.length > 0)
    throw new Error(
      `the lane made ${others.length + (only === undefined ? 0 : 1)} offers; wanted one`,
    );
  return only;
}

/** USDC from Arbitrum to Base. */
export function usdc(units: bigint, changes: Partial<QuoteRequest> = {}): QuoteRequest {
  return laneRequest(usdcOnArbitrum, usdcOnBase, units, changes);
}
