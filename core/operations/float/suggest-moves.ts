import { type ChainRef, rescale } from '@interline/kernel';
import type { FloatLevel } from './float-levels.ts';

/** Float that could go from where there is more than the target to where there is less. */
export interface SuggestedMove {
  readonly symbol: string;
  readonly from: ChainRef;
  readonly to: ChainRef;
  /** In the source token's smallest units, rounded down. */
  readonly units: bigint;
}

/**
 * Moves that would bring every float to its target as far as the surplus of its asset goes, the
 * largest gaps first. Only what has a target and a reading takes part, and no move is suggested that
 * fills less than a hundredth of the destination's target: its cost would exceed its use. Nothing is
 * priced.
 */
export function suggestMoves(floats: readonly FloatLevel[]): readonly SuggestedMove[] {
  const known = floats.flatMap(({ token, target, held, free }) =>
    target === null || held === null
      ? []
      : [
          {
            token,
            gap: rescale(free - target.units, token.decimals, commonDecimals),
            least: rescale(target.units, token.decimals, commonDecimals) / leastShare,
          },
        ],
  );
  return [...Map.groupBy(known, ({ token }) => `${token.asset}/${token.symbol}`).values()].flatMap(
    (group) => {
      const sources = group.filter(({ gap }) => gap > 0n).sort((a, b) => (a.gap > b.gap ? -1 : 1));
      const sinks = group.filter(({ gap }) => gap < 0n).sort((a, b) => (a.gap < b.gap ? -1 : 1));
      const moves: SuggestedMove[] = [];
      const left = new Map(sources.map((one) => [one, one.gap]));
      for (const sink of sinks) {
        let wanted = -sink.gap;
        for (const source of sources) {
          const here = left.get(source) ?? 0n;
          const moved = here < wanted ? here : wanted;
          const units = rescale(moved, commonDecimals, source.token.decimals);
          if (units <= 0n || moved < sink.least) continue;
          moves.push({
            symbol: source.token.symbol,
            from: source.token.chain,
            to: sink.token.chain,
            units,
          });
          left.set(source, here - moved);
          wanted -= moved;
        }
      }
      return moves;
    },
  );
}

/** Of the destination's target, as the divisor. */
const leastShare = 100n;

/** More than any listed token has, so that nothing is lost between two of them. */
const commonDecimals = 36;
