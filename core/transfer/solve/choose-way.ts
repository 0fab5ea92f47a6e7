import type { QuoteRequest } from '@interline/kernel';
import type { ComparedRail } from '../compare/compare-rails.ts';
import type { Goal } from './rank-options.ts';
import { type Standing, standingOf, standingOrder } from './standing.ts';

export interface ChosenWay {
  readonly way: ComparedRail;
  readonly standing: Standing;
  /**
   * Ways that execute would take before this one: it ranks by output alone, so a way chosen for its
   * speed must leave them out.
   */
  readonly ahead: readonly string[];
}

/**
 * The way one source takes for the goal: the fastest, or the one that nets most; what can be
 * executed before what cannot.
 */
export function chooseWay(
  request: QuoteRequest,
  priced: readonly ComparedRail[],
  goal: Goal,
): ChosenWay | null {
  const ways = priced.map((way) => ({ way, standing: standingOf(request, way.quote) }));
  const usable = Math.min(...ways.map(({ standing }) => standingOrder[standing.kind]));
  const alike = ways.filter(({ standing }) => standingOrder[standing.kind] === usable);
  const [first, ...others] = alike;
  if (first === undefined) return null;
  const chosen =
    goal === 'fastest'
      ? others.reduce(
          (best, one) => (one.way.quote.durationSec < best.way.quote.durationSec ? one : best),
          first,
        )
      : first;
  return {
    ...chosen,
    ahead: alike.slice(0, alike.indexOf(chosen)).map(({ way }) => way.quote.rail),
  };
}
