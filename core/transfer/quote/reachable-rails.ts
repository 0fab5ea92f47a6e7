import {
  chainInWords,
  type ChainRef,
  isRelayError,
  type Lane,
  refuse,
  RelayError,
} from '@interline/kernel';
import type { ChainReader, Clock, CustodyPort, RailRegistry } from '@interline/ports';
import { withOffers } from '../../switches/index.ts';

interface Reach {
  readonly custody: Pick<CustodyPort, 'chains' | 'account' | 'slotsTaken'>;
  readonly chains: Pick<ChainReader, 'isUp'>;
  readonly clock: Pick<Clock, 'alarm'>;
}

/**
 * The rails, which offer nothing while a chain of the lane is down. On any rail, pulled money would
 * wait for its pull, its payout or the sight of its delivery. The rails are not asked then.
 */
export function reachableRails(registry: RailRegistry, reach: Reach): RailRegistry {
  return withOffers(registry, async (rail, request, signal) => {
    const down = await downOn(reach, request.lane, signal);
    if (down === null) return rail.offers(request, signal);
    const outcome = refuse('CHAIN_UNREACHABLE', wordsOf(down));
    return rail.manifest.ways.map((engine) => ({ rail: engine, outcome }));
  });
}

/** Throws `CHAIN_UNREACHABLE` while a chain of the lane is down. */
export async function assertReachable(
  reach: Reach,
  lane: Lane,
  signal: AbortSignal,
): Promise<void> {
  const chain = await downOn(reach, lane, signal);
  if (chain !== null) throw new RelayError('CHAIN_UNREACHABLE', { chain }, wordsOf(chain));
}

/**
 * How often, and for how long in total, a chain that seems down is read before it counts as down.
 */
const readsAtMost = 3;
const readWithinMs = 1_500;

/**
 * One failed read marks the chain as down for half a minute. While nothing is accepted nothing else
 * may read the chain, so it is read again first. Chains without accounts of ours, such as Bitcoin,
 * are the rail's responsibility.
 */
async function downOn(
  { custody, chains, clock }: Reach,
  { from, to }: Lane,
  signal: AbortSignal,
): Promise<ChainRef | null> {
  const find = (): ChainRef | undefined =>
    [from, to].find((chain) => custody.chains.includes(chain) && !chains.isUp(chain));
  const read = async (): Promise<void> => {
    for (let reads = 0, down = find(); down !== undefined && reads < readsAtMost; reads += 1) {
      await custody
        .slotsTaken(down, custody.account(down, 'spender'), signal)
        .catch(unlessUnreachable);
      down = find();
    }
  };
  if (find() === undefined) return null;
  const alarm = clock.alarm(readWithinMs);
  await Promise.race([read(), alarm.rang]).finally(() => alarm.cancel());
  return find() ?? null;
}

function unlessUnreachable(error: unknown): void {
  if (!isRelayError(error) || error.code !== 'CHAIN_UNREACHABLE') throw error;
}

function wordsOf(chain: ChainRef): string {
  return `${chainInWords(chain)} does not answer now`;
}
