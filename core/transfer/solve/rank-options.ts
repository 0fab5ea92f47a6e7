import {
  evmChainId,
  isPullable,
  type Quote,
  quoteOnlyReason,
  type QuoteRequest,
} from '@interline/kernel';
import type { ComparedRail } from '../compare/compare-rails.ts';
import { effectiveFeePct } from '../compare/guard.ts';

export const goals = ['max-output', 'cheapest', 'fastest'] as const;
export type Goal = (typeof goals)[number];

interface Rankable {
  readonly offer: ComparedRail;
  readonly eligibility: Eligibility;
}

const byGoal: Readonly<Record<Goal, (a: ComparedRail, b: ComparedRail) => number>> = {
  'max-output': (a, b) =>
    a.quote.output === b.quote.output ? 0 : a.quote.output > b.quote.output ? -1 : 1,
  // If only our own charge is known, the fee is unknown, not low.
  cheapest: (a, b) =>
    Number(a.effectiveFee.basis === 'charge') - Number(b.effectiveFee.basis === 'charge') ||
    effectiveFeePct(a.effectiveFee) - effectiveFeePct(b.effectiveFee),
  fastest: (a, b) => a.quote.durationSec - b.quote.durationSec,
};

/** Executable options first, then by the goal; ties keep the order of the request. */
export function rankOptions<T extends Rankable>(options: readonly T[], goal: Goal): readonly T[] {
  return [...options].sort(
    (a, b) =>
      eligibilityOrder[a.eligibility.kind] - eligibilityOrder[b.eligibility.kind] ||
      byGoal[goal](a.offer, b.offer),
  );
}

export interface ChosenOffer {
  readonly offer: ComparedRail;
  readonly eligibility: Eligibility;
  /**
   * Engines that execute would take before this one. Execute ranks by output alone, so a request
   * for a faster offer must exclude them.
   */
  readonly ahead: readonly string[];
}

/**
 * The offer that one source takes for the goal: the fastest, or the one that nets most. Executable
 * offers come before all others.
 */
export function chooseOffer(
  request: QuoteRequest,
  priced: readonly ComparedRail[],
  goal: Goal,
): ChosenOffer | null {
  const offers = priced.map((offer) => ({
    offer,
    eligibility: eligibilityOf(request, offer.quote),
  }));
  const usable = Math.min(...offers.map(({ eligibility }) => eligibilityOrder[eligibility.kind]));
  const alike = offers.filter(({ eligibility }) => eligibilityOrder[eligibility.kind] === usable);
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

/**
 * How a quote can be used.
 *
 * - ready: one signed permit executes it
 * - deposit: it settles, but its source sends a deposit instead of signing a permit
 * - priced: only a price
 */
export type Eligibility =
  | { readonly kind: 'ready' }
  | { readonly kind: 'deposit' }
  | { readonly kind: 'priced'; readonly reason: string };

const eligibilityOrder: Readonly<Record<Eligibility['kind'], number>> = {
  ready: 0,
  deposit: 1,
  priced: 2,
};

export function eligibilityOf({ lane, from }: QuoteRequest, quote: Quote): Eligibility {
  if (quote.kind === 'indicative') return { kind: 'priced', reason: quote.reason };
  const corridor = quoteOnlyReason(lane);
  if (corridor !== null) return { kind: 'priced', reason: corridor };
  if (isPullable(from)) return { kind: 'ready' };
  if (evmChainId(from.chain) === null) return { kind: 'deposit' };
  return {
    kind: 'priced',
    reason: `${from.symbol} is the chain's own coin and cannot be pulled with a permit; wrap it and name the wrapped token`,
  };
}
