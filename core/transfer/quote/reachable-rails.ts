import { type Lane, type Refusal, refuse, RelayError } from '@interline/kernel';
import type { ChainReader, CustodyPort, RailPort, RailRegistry } from '@interline/ports';

export interface Reach {
  readonly custody: Pick<CustodyPort, 'chains'>;
  readonly chains: Pick<ChainReader, 'isUp'>;
}

/**
 * The rails, none of which offers anything while a chain of the lane is down: what was pulled would
 * wait there for its pull, its payout or the sight of its delivery, whichever rail moves it. They are
 * not asked then. Plans, progress and health are the rail's own.
 */
export function reachableRails(registry: RailRegistry, reach: Reach): RailRegistry {
  const guarded = new Map(registry.rails.map((rail) => [rail, reachableRail(rail, reach)]));
  const of = (rail: RailPort): RailPort => guarded.get(rail) ?? rail;
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

/** Throws `CHAIN_UNREACHABLE` while a chain of the lane is down. */
export function assertReachable(reach: Reach, lane: Lane): void {
  const down = unreachable(reach, lane);
  if (down !== null) throw new RelayError(down.code, {}, down.reason);
}

function reachableRail(rail: RailPort, reach: Reach): RailPort {
  const { manifest } = rail;
  const refused = (down: Refusal) =>
    manifest.ways.map((engine) => ({ rail: engine, outcome: down }));
  return {
    manifest,
    async offers(request, signal) {
      const before = unreachable(reach, request.lane);
      if (before !== null) return refused(before);
      const offers = await rail.offers(request, signal);
      // A chain that was not read for a while turns out to be down only once a rail has read it.
      const after = unreachable(reach, request.lane);
      return after === null ? offers : refused(after);
    },
    plan: (order, quote, signal) => rail.plan(order, quote, signal),
    track: (ref, signal) => rail.track(ref, signal),
    health: (signal) => rail.health(signal),
  };
}

/** Chains without accounts of ours, such as Bitcoin, are the rail's to know. */
function unreachable({ custody, chains }: Reach, { from, to }: Lane): Refusal | null {
  const down = [from, to].find((chain) => custody.chains.includes(chain) && !chains.isUp(chain));
  return down === undefined ? null : refuse('CHAIN_UNREACHABLE', `${down} does not answer now`);
}
