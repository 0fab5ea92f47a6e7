import type { QuoteRequest } from '@interline/kernel';
import type { ComparedRail } from '../compare/compare-rails.ts';
import type { Goal } from './rank-options.ts';
import { type Eligibility, eligibilityOf, standingOrder } from './eligibility.ts';

export interface ChosenOffer {
  readonly offer: ComparedRail;
  readonly standing: Eligibility;
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
export function chooseOffer(
  request: QuoteRequest,
  priced: readonly ComparedRail[],
  goal: Goal,
): ChosenOffer | null {
  const offers = priced.map((offer) => ({ offer, standing: eligibilityOf(request, offer.quote) }));
  const usable = Math.min(...offers.map(({ standing }) => standingOrder[standing.kind]));
  const alike = offers.filter(({ standing }) => standingOrder[standing.kind] === usable);
  const [first, ...others] = alike;
  if (first === undefined) return null;
  const chosen =
    goal === 'fastest'
      ? others.reduce(
          (best, one) => (one.offer.quote.durationSec < best.offer.quote.durationSec ? one : best),
          first,
        )
      : first;
  return {
    ...chosen,
    ahead: alike.slice(0, alike.indexOf(chosen)).map(({ offer }) => offer.quote.rail),
  };
}
