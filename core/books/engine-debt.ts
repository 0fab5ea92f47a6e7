import type { Line } from './books-account.ts';
import { type Entry, entryOf } from './entry.ts';
import { type BookedRoute, netOf } from './route-lines.ts';

/**
 * How an operator closes an engine's debt for a route that was refunded from the float.
 *
 * - returned: the money came back to an account of ours, where it is unclaimed
 * - lost: it will not come
 */
export const engineDebtEnds = ['returned', 'lost'] as const;

export interface EngineDebtEnd {
  readonly as: (typeof engineDebtEnds)[number];
  /** Our account that has it unclaimed; null if it is lost. */
  readonly account: string | null;
}

/** What engines still owe for a route according to all its entries, positive for each token. */
export function engineDebtOf(posted: readonly Entry[]): readonly Line[] {
  return [...netOf(posted, 'owed-by-engines').values()].filter(({ units }) => units > 0n);
}

/** Null if no engine owes anything for the route. */
export function engineDebtEntry(
  { id, source, engine }: Pick<BookedRoute, 'id' | 'source' | 'engine'>,
  posted: readonly Entry[],
  { as, account, atMs }: EngineDebtEnd & { readonly atMs: number },
): Entry | null {
  const other =
    as === 'lost'
      ? ({ kind: 'losses', holder: '' } as const)
      : ({ kind: 'unclaimed', holder: account ?? '' } as const);
  return entryOf({
    id: `${id}/engine-debt/${posted.length}`,
    kind: 'classified',
    chain: source.chain,
    owner: { kind: 'route', id },
    engine,
    lines: engineDebtOf(posted).flatMap((line) => [
      { ...line, units: -line.units },
      { ...line, ...other },
    ]),
    atMs,
  });
}
