import type { ComparedRail } from '../compare/compare-rails.ts';
import { effectiveFeePct } from '../compare/effective-fee.ts';
import { type Eligibility, standingOrder } from './eligibility.ts';

export const goals = ['max-output', 'cheapest', 'fastest'] as const;
export type Goal = (typeof goals)[number];

interface Rankable {
  readonly offer: ComparedRail;
  readonly standing: Eligibility;
}

const byGoal: Readonly<Record<Goal, (a: ComparedRail, b: ComparedRail) => number>> = {
  'max-output': (a, b) =>
    a.quote.output === b.quote.output ? 0 : a.quote.output > b.quote.output ? -1 : 1,
  // A fee of which only our own charge is known is not cheap, it is unknown.
  cheapest: (a, b) =>
    Number(a.effectiveFee.basis === 'charge') - Number(b.effectiveFee.basis === 'charge') ||
    effectiveFeePct(a.effectiveFee) - effectiveFeePct(b.effectiveFee),
  fastest: (a, b) => a.quote.durationSec - b.quote.durationSec,
};

/** What can be executed first, then by the goal; what is equal keeps the order of the request. */
export function rankOptions<T extends Rankable>(options: readonly T[], goal: Goal): readonly T[] {
  return [...options].sort(
    (a, b) =>
      standingOrder[a.standing.kind] - standingOrder[b.standing.kind] ||
      byGoal[goal](a.offer, b.offer),
  );
}
