import type { RailPort, RailRegistry } from '@interline/ports';

/** The same rails, whose offers are made by `offers`. Plans, progress and health are the rail's own. */
export function withOffers(
  registry: RailRegistry,
  offers: (
    rail: RailPort,
    ...asked: Parameters<RailPort['offers']>
  ) => ReturnType<RailPort['offers']>,
): RailRegistry {
  const changed = new Map(
    registry.rails.map((rail): readonly [RailPort, RailPort] => [
      rail,
      {
        manifest: rail.manifest,
        offers: (request, signal) => offers(rail, request, signal),
        plan: (order, quote, signal) => rail.plan(order, quote, signal),
        track: (ref, signal) => rail.track(ref, signal),
        ...withRecall(rail),
        health: (signal) => rail.health(signal),
      },
    ]),
  );
  const of = (rail: RailPort): RailPort => changed.get(rail) ?? rail;
  return {
    rails: registry.rails.map(of),
    onLane: (lane) => registry.onLane(lane).map(of),
    byId(id) {
      const rail = registry.byId(id);
      return rail === undefined ? undefined : of(rail);
    },
    sandbox: registry.sandbox,
  };
}

/** A rail without one has none here either. */
function withRecall(rail: RailPort): Pick<RailPort, 'recall'> {
  return rail.recall === undefined ? {} : { recall: rail.recall.bind(rail) };
}
