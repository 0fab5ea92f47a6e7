import type { ChainRef } from '@interline/kernel';
import { holdingOf, type Line } from './books-account.ts';
import { type Entry, entryOf, standingEntries } from './entry.ts';
import { type BookedRoute, netOf, roundOf } from './route-lines.ts';

/** What an engine was seen to bring our float on the destination. */
export interface SeenRebalanced {
  readonly chain: ChainRef;
  readonly token: string;
  readonly account: string;
  readonly hash: string;
  readonly block: number;
  readonly units: bigint;
  /** The same at par, in the source token's smallest units; null for another asset. */
  readonly parUnits: bigint | null;
  readonly atMs: number;
}

/**
 * A rebalancing has arrived: the float has the money, the engine owes nothing any more, and the
 * difference to what was handed over is the cost of the move. At par the amount itself is not a
 * result; only a move into another asset is a conversion. Null if the books already have it.
 */
export function rebalancedEntry(
  route: BookedRoute,
  posted: readonly Entry[],
  { chain, token, account, hash, block, units, parUnits, atMs }: SeenRebalanced,
): Entry | null {
  if (standingEntries(posted).some(({ kind }) => kind === 'delivered')) return null;
  const handed = [...netOf(posted, 'owed-by-engines').values()];
  const { source } = route;
  const isSource = (line: Line): boolean =>
    line.chain === source.chain && line.token === source.token;
  const sourceUnits = handed.filter(isSource).reduce((sum, line) => sum + line.units, 0n);
  const moved = parUnits ?? sourceUnits;
  const kind = parUnits === null ? 'conversion' : 'moved';
  const line = { ...source, holder: '' };
  return entryOf({
    id: `${route.id}/delivered/${hash}/${roundOf(posted, 'delivered')}`,
    kind: 'delivered',
    chain,
    block,
    txHash: hash,
    owner: { kind: 'route', id: route.id },
    engine: route.engine,
    lines: [
      { ...holdingOf('float', chain, token, account), units },
      { kind, chain, token, holder: '', units: -units },
      ...handed.map((one) => ({ ...one, units: -one.units })),
      { ...line, kind, units: moved },
      { ...line, kind: 'rail-costs', units: sourceUnits - moved },
      // What the engine got beside the token was its price.
      ...handed
        .filter((one) => !isSource(one))
        .map((one) => ({ ...one, kind: 'rail-costs' as const, holder: '' })),
    ],
    atMs,
  });
}
