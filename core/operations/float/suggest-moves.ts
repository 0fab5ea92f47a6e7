import { type ChainRef, rescale } from '@interline/kernel';
import type { FloatLevel } from './float-levels.ts';

/** A move of float from a surplus above its target to a gap below one. */
export interface SuggestedMove {
  readonly symbol: string;
  readonly from: ChainRef;
  readonly to: ChainRef;
  /** In the source token's smallest units, rounded down. */
  readonly units: bigint;
}

/**
 * Moves that would bring every float to its target as far as its asset's surplus allows, largest
 * gaps first. Only floats with a target and a reading take part. A move that fills less than a
 * hundredth of the destination's target is not suggested, because its cost would exceed its use.
 * Nothing is priced.
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

/** Divisor of the destination's target. */
const leastShare = 100n;

/** More decimals than any listed token has, so that conversions lose nothing. */
const commonDecimals = 36;
