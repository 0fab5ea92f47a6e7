import type { Units } from '@interline/plugins';
import { feeAtRate } from './fee-at-rate.ts';
import type { PricingFacts } from './pricing-facts.ts';
import { type PricingModeName, pricingModes } from './pricing-modes.ts';

export interface Pricing {
  readonly mode: PricingModeName;
  /** The whole charge, gas included; at most the standard rate rounded up. */
  readonly fee: Units;
  /** Why this mode, in our own words. */
  readonly reason: string;
}

/** Prices by the first row of the table that applies. */
export function priceTransfer(facts: PricingFacts): Pricing {
  return priceFrom(facts, 0);
}

function priceFrom(facts: PricingFacts, index: number): Pricing {
  const row = pricingModes[index];
  if (row === undefined) throw new RangeError('no row of the pricing table applies');
  const below = (): Units => priceFrom(facts, index + 1).fee;
  if (!row.applies(facts, below)) return priceFrom(facts, index + 1);
  const fee = row.fee(facts, below);
  const ceiling = feeAtRate(facts.amount, facts.rates.standardPpm);
  return { mode: row.mode, fee: fee < ceiling ? fee : ceiling, reason: row.reason(facts) };
}
