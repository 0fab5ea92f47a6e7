import { type ChainRef, isRelayError, type Lane, refuse, RelayError } from '@interline/kernel';
import type { ChainReader, CustodyPort, RailPort, RailRegistry } from '@interline/ports';

interface Reach {
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

/** How often a chain that seems down is read before a signed order is refused. */
const readsAtMost = 3;

/**
 * Throws `CHAIN_UNREACHABLE` while a chain of the lane is down. One failed read counts for half a
 * minute, and none of this order's may have failed, so the chain is read again first.
 */
export async function assertReachable(
  reach: Reach & { readonly custody: Pick<CustodyPort, 'account' | 'accountNonce'> },
  lane: Lane,
  signal: AbortSignal,
): Promise<void> {
  const { custody } = reach;
  for (let reads = 0; ; reads += 1) {
    const [chain] = downOn(reach, lane);
    if (chain === undefined) return;
    if (reads === readsAtMost) throw new RelayError('CHAIN_UNREACHABLE', { chain }, wordsOf(chain));
    await custody.accountNonce(chain, custody.account('spender'), signal).catch(unlessUnreachable);
  }
}

function unlessUnreachable(error: unknown): void {
  if (!isRelayError(error) || error.code !== 'CHAIN_UNREACHABLE') throw error;
}

function reachableRail(rail: RailPort, reach: Reach): RailPort {
  const { manifest } = rail;
  return {
    manifest,
    async offers(request, signal) {
      const [down] = downOn(reach, request.lane);
      if (down === undefined) return rail.offers(request, signal);
      const outcome = refuse('CHAIN_UNREACHABLE', wordsOf(down));
      return manifest.ways.map((engine) => ({ rail: engine, outcome }));
    },
    plan: (order, quote, signal) => rail.plan(order, quote, signal),
    track: (ref, signal) => rail.track(ref, signal),
    health: (signal) => rail.health(signal),
  };
}

/** Chains without accounts of ours, such as Bitcoin, are the rail's to know. */
function downOn({ custody, chains }: Reach, { from, to }: Lane): readonly ChainRef[] {
  return [from, to].filter((chain) => custody.chains.includes(chain) && !chains.isUp(chain));
}

function wordsOf(chain: ChainRef): string {
  return `${chain} does not answer now`;
}
