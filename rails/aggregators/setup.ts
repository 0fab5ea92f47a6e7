import type { LanePattern, RailContext } from '@interline/plugins';
import { PriceCache } from './engine/price-cache.ts';
import { type Engine, makeEngine } from './engine/engine.ts';
import { estimateLanes } from './estimate/estimate-lanes.ts';
import { FlatFees } from './gas-part.ts';
import type { AggregatorSettings } from './settings.ts';
import type { Upstream } from './upstream/upstream.ts';

const maxCachedPrices = 2_000;

/** The rail's parts, fixed for its lifetime. */
export interface AggregatorSetup {
  readonly context: RailContext;
  readonly settings: AggregatorSettings;
  readonly engines: readonly Engine[];
  /** Lanes that are priced and never settled. */
  readonly estimateLanes: readonly LanePattern[];
  readonly prices: PriceCache;
  readonly flatFees: FlatFees;
}

export function setupOf(
  upstreams: readonly Upstream[],
  context: RailContext,
  settings: AggregatorSettings,
): AggregatorSetup {
  return {
    context,
    settings,
    engines: upstreams.map((upstream) => makeEngine(upstream, context, settings)),
    estimateLanes: estimateLanes(upstreams),
    prices: new PriceCache(
      { lifeMs: settings.cacheMs, maxEntries: maxCachedPrices },
      context.clock,
    ),
    flatFees: new FlatFees(),
  };
}
