import { isRelayError, type Offer } from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { type Meters, secondsSince } from './meters.ts';

type RailMeters = Pick<Meters, 'offers' | 'railCalls'>;

/** The same rails, with their calls timed and their engines' offers counted, refusals by code. */
export function meteredRails(registry: RailRegistry, meters: RailMeters): RailRegistry {
  const metered = new Map(registry.rails.map((rail) => [rail, meteredRail(rail, meters)]));
  const same = (rail: RailPort | undefined): RailPort | undefined =>
    rail === undefined ? undefined : (metered.get(rail) ?? rail);
  return {
    rails: [...metered.values()],
    onLane: (lane) => registry.onLane(lane).map((rail) => metered.get(rail) ?? rail),
    byId: (id) => same(registry.byId(id)),
    sandbox: same(registry.sandbox),
  };
}

type Timed = <T>(
  call: string,
  asked: () => Promise<T>,
  outcomeOf: (answer: T) => string,
) => Promise<T>;

function meteredRail(rail: RailPort, meters: RailMeters): RailPort {
  const timed: Timed = async (call, asked, outcomeOf) => {
    const startedAt = performance.now();
    const observe = (outcome: string): void =>
      meters.railCalls.observe({ rail: rail.manifest.id, call, outcome }, secondsSince(startedAt));
    try {
      const answer = await asked();
      observe(outcomeOf(answer));
      return answer;
    } catch (error) {
      observe(isRelayError(error) ? error.code : 'INTERNAL');
      throw error;
    }
  };
  return {
    manifest: rail.manifest,
    ...(rail.terms === undefined ? {} : { terms: rail.terms.bind(rail) }),
    ...(rail.examine === undefined ? {} : { examine: rail.examine.bind(rail) }),
    ...meteredRecall(rail, timed),
    async offers(request, signal) {
      const offers = await timed(
        'offers',
        () => rail.offers(request, signal),
        () => 'answered',
      );
      for (const offer of offers)
        meters.offers.inc({ rail: offer.rail, outcome: outcomeOf(offer) });
      return offers;
    },
    plan: (order, quote, signal) =>
      timed(
        'plan',
        () => rail.plan(order, quote, signal),
        (plan) => (plan.ok ? 'answered' : 'refused'),
      ),
    track: (ref, signal) =>
      timed(
        'track',
        () => rail.track(ref, signal),
        () => 'answered',
      ),
    health: (signal) =>
      timed(
        'health',
        () => rail.health(signal),
        ({ isUp }) => (isUp ? 'answered' : 'refused'),
      ),
  };
}

/** A rail without one has none here either. */
function meteredRecall(rail: RailPort, timed: Timed): Pick<RailPort, 'recall'> {
  if (rail.recall === undefined) return {};
  const recall = rail.recall.bind(rail);
  return {
    recall: (order, ref, signal) =>
      timed(
        'recall',
        () => recall(order, ref, signal),
        (call) => (call.ok ? 'answered' : 'refused'),
      ),
  };
}

function outcomeOf({ outcome }: Offer): string {
  return outcome.ok ? outcome.value.kind : outcome.code;
}
