import type { RailPort, RailRegistry, Tracer } from '@interline/ports';

/** The same rails, with a span for each call that is part of a trace. */
export function tracedRails(registry: RailRegistry, tracer: Tracer): RailRegistry {
  const traced = new Map(registry.rails.map((rail) => [rail, tracedRail(rail, tracer)]));
  const same = (rail: RailPort | undefined): RailPort | undefined =>
    rail === undefined ? undefined : (traced.get(rail) ?? tracedRail(rail, tracer));
  return {
    rails: [...traced.values()],
    onLane: (lane) => registry.onLane(lane).map((rail) => traced.get(rail) ?? rail),
    byId: (id) => same(registry.byId(id)),
    sandbox: same(registry.sandbox),
  };
}

function tracedRail(rail: RailPort, tracer: Tracer): RailPort {
  const { id, ways } = rail.manifest;
  return {
    manifest: rail.manifest,
    ...(rail.terms === undefined ? {} : { terms: rail.terms.bind(rail) }),
    ...(rail.examine === undefined ? {} : { examine: rail.examine.bind(rail) }),
    // Its engines have spans of their own below it, where it has several.
    offers: (request, signal) =>
      tracer.within({ name: 'quote', rail: id, ...engineOf(ways) }, async (span) => {
        const offers = await rail.offers(request, signal);
        const [only] = offers;
        if (only !== undefined && offers.length === 1)
          span.say({ outcome: only.outcome.ok ? only.outcome.value.kind : only.outcome.code });
        return offers;
      }),
    plan: (order, quote, signal) =>
      tracer.within({ name: 'plan', rail: id, engine: quote.rail }, async (span) => {
        const plan = await rail.plan(order, quote, signal);
        span.say({ outcome: plan.ok ? 'planned' : plan.code });
        return plan;
      }),
    track: (ref, signal) =>
      tracer.within({ name: 'track', rail: id }, async (span) => {
        const progress = await rail.track(ref, signal);
        if (progress.status !== 'DONE' && progress.status !== 'FAILED') span.quiet();
        span.say({ outcome: progress.status });
        return progress;
      }),
    health: (signal) => rail.health(signal),
  };
}

function engineOf(ways: readonly string[]): { readonly engine?: string } {
  const [only] = ways;
  return only === undefined || ways.length > 1 ? {} : { engine: only };
}
