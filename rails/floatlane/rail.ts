import {
  capOf,
  defineRail,
  evmNodes,
  type Health,
  isNative,
  type RailContext,
  type RailManifest,
  type RailPort,
  type TokenRef,
} from '@interline/plugins';
import { microTierTerms } from './free-tier.ts';
import { type LaneSetup, laneSetup } from './lane-setup.ts';
import { offerTransfer } from './offer-transfer.ts';
import { planPayout } from './plan-payout.ts';
import { type FloatlaneSettings, floatlaneSettings } from './settings.ts';

const manifest: RailManifest = {
  id: 'floatlane',
  api: '2.0.0',
  version: '0.1.0',
  title: 'Own inventory on both chains, no bridge in the path',
  ways: ['floatlane'],
  lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
  broadcast: 'opt-in',
  minOut: 'enforced',
  effects: 'real',
  capabilities: ['inventory'],
};

export const rail = defineRail({ manifest, settings: floatlaneSettings, create: floatLane });

/** Serves a pair of tokens of one asset from our own inventory on both chains. */
export function floatLane(context: RailContext, settings: FloatlaneSettings): RailPort {
  const setup = laneSetup(context, settings);
  return {
    manifest,
    offers: async (request, signal) => [await offerTransfer(setup, request, signal)],
    plan: (order, quote, signal) => planPayout(setup, order, quote, signal),
    // A plan of this lane has no step to track: the core sees its own payout on the chain.
    track: async () => ({ status: 'WAITING', stage: 'NOT_TRACKED' }),
    health: (signal) => laneHealth(setup, signal),
    terms: () => ({ microTier: microTierTerms(setup) }),
  };
}

/**
 * Up when the lane can serve at least one pair of tokens; reads the floats one by one until it
 * finds that pair.
 */
async function laneHealth({ context, inventory }: LaneSetup, signal: AbortSignal): Promise<Health> {
  const tokens = evmNodes
    .filter(({ chain }) => inventory.serves(chain) && context.chains.isUp(chain))
    .flatMap(({ chain }) => context.tokens.on(chain));
  const destinations = tokens.filter((to) => tokens.some((from) => isPair(from, to)));
  if (destinations.length === 0)
    return { isUp: false, reason: 'no two chains that answer hold inventory of one asset' };

  for (const to of destinations) {
    if (capOf(await inventory.free(to, signal)) > 0n) return { isUp: true };
  }
  return { isUp: false, reason: 'every float is empty' };
}

function isPair(from: TokenRef, to: TokenRef): boolean {
  return from.chain !== to.chain && from.asset === to.asset && !isNative(from);
}
