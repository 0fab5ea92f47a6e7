import { type Offer, type QuoteRequest, refuse } from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { closedOf, wordsOf } from './assert-open.ts';
import type { Switch } from './repository.ts';
import { scopesOf, scopesOfEngine } from './scope.ts';
import { withOffers } from './with-offers.ts';

/**
 * The rails as new transfers see them: an engine that is paused or drained, or whose lane, chains
 * or tokens are, answers `PAUSED` with the scope and is not taken. A rail without any open engine
 * is not asked.
 */
export function switchedRails(
  registry: RailRegistry,
  recent: () => Promise<readonly Switch[]>,
): RailRegistry {
  return withOffers(registry, async (rail, request, signal) => {
    const switches = await recent();
    const refused = closedOffers(rail, request, switches);
    if (refused.size === rail.manifest.ways.length) return [...refused.values()];
    const offers = await rail.offers(request, signal);
    return offers.map((offer) => refused.get(offer.rail) ?? offer);
  });
}

function closedOffers(
  { manifest }: RailPort,
  request: QuoteRequest,
  switches: readonly Switch[],
): ReadonlyMap<string, Offer> {
  if (switches.length === 0) return new Map();
  const shared = scopesOf(request);
  return new Map(
    manifest.ways.flatMap((engine) => {
      const found = closedOf(switches, [...shared, ...scopesOfEngine(engine, manifest.id)]);
      return found === null
        ? []
        : [[engine, { rail: engine, outcome: refuse('PAUSED', wordsOf(found)) }] as const];
    }),
  );
}

/** The engines that no transfer may be handed over to now, whatever it moves. */
export function closedEngines(
  registry: Pick<RailRegistry, 'rails'>,
  switches: readonly Switch[],
): readonly string[] {
  if (switches.length === 0) return [];
  return registry.rails.flatMap(({ manifest }) =>
    manifest.ways.filter(
      (engine) => closedOf(switches, scopesOfEngine(engine, manifest.id)) !== null,
    ),
  );
}
