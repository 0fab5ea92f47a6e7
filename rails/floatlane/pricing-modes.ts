import { asUnits, noUnits, type Units } from '@interline/plugins';
import { feeAtRate } from './fee-at-rate.ts';
import type { PricingFacts } from './pricing-facts.ts';
import { showUnits } from './show-units.ts';

export type PricingModeName =
  | 'free-micro-vip'
  | 'micro-standard'
  | 'rebalancing-discount'
  | 'rebalancing-partial'
  | 'base'
  | 'adaptive'
  | 'undercut';

/** Price by the rows below this one. */
type Below = () => Units;

/** One row of the table. */
export interface PricingMode {
  readonly mode: PricingModeName;
  /** The README's words for `applies` and `fee`, with the rates of the default settings. */
  readonly when: string;
  readonly formula: string;
  readonly applies: (facts: PricingFacts, below: Below) => boolean;
  readonly fee: (facts: PricingFacts, below: Below) => Units;
  /** Why this price, for the client. */
  readonly reason: (facts: PricingFacts) => string;
}

/** The first row that applies prices the transfer. The last one always applies. */
export const pricingModes: readonly PricingMode[] = [
  {
    mode: 'free-micro-vip',
    when: 'micro tier, and the payer holds a member NFT with a free transfer left today',
    formula: '0',
    applies: ({ microFee, hasFreeTransfer }) => microFee !== null && hasFreeTransfer,
    fee: () => noUnits,
    reason: () => 'a free transfer of a member',
  },
  {
    mode: 'micro-standard',
    when: 'micro tier, everyone else',
    formula: 'min(0.002 USD, price by the rows below)',
    applies: ({ microFee }) => microFee !== null,
    fee: ({ microFee }, below) => least(microFee ?? below(), below()),
    reason: () => 'a small transfer to a low-cost destination',
  },
  {
    mode: 'undercut',
    when: "the competitor's price is below the rows below, the destination is not drained, and gas leaves room",
    formula: 'max(competitor - 0.1 bps, gas)',
    applies: (facts, below) => {
      if (facts.competitorPpm === null || facts.gas === null || isDrained(facts)) return false;
      const theirs = feeAtRate(facts.amount, facts.competitorPpm);
      return theirs < below() && undercutFee(facts, facts.competitorPpm, facts.gas) < theirs;
    },
    fee: (facts, below) =>
      facts.competitorPpm === null || facts.gas === null
        ? below()
        : undercutFee(facts, facts.competitorPpm, facts.gas),
    reason: ({ competitorPpm }) => `others charge ${Number(competitorPpm) / 100} bps on this lane`,
  },
  {
    mode: 'rebalancing-discount',
    when: 'the source is below its target, the destination above, and the whole amount restores them',
    formula: '2 bps',
    applies: ({ amount, restoring }) => amount <= restoring,
    fee: ({ amount, rates }) => feeAtRate(amount, rates.discountPpm),
    reason: () => 'the whole amount brings both floats back towards their targets',
  },
  {
    mode: 'rebalancing-partial',
    when: 'the same, but only a part of the amount restores them',
    formula: '2 bps on that part, 6 bps on the rest',
    applies: ({ restoring }) => restoring > 0n,
    fee: ({ amount, restoring, rates }) =>
      asUnits(
        (restoring * rates.discountPpm + (amount - restoring) * rates.basePpm + 999_999n) /
          1_000_000n,
      ),
    reason: ({ amount, restoring }) =>
      `${showUnits(restoring)} of ${showUnits(amount)} bring both floats back towards their targets`,
  },
  {
    mode: 'adaptive',
    when: 'the destination is drained: its free float is below 75 % of its target',
    formula: '6 bps at 75 %, in a straight line to 8 bps at an empty float',
    applies: isDrained,
    fee: (facts) => feeAtRate(facts.amount, adaptivePpm(facts)),
    reason: ({ fullnessPpm }) =>
      `the destination float is at ${Number(fullnessPpm) / 10_000} % of its target`,
  },
  {
    mode: 'base',
    when: 'otherwise',
    formula: '6 bps',
    applies: () => true,
    fee: ({ amount, rates }) => feeAtRate(amount, rates.basePpm),
    reason: () => 'the ordinary price',
  },
];

function isDrained({ fullnessPpm, rates }: PricingFacts): boolean {
  return fullnessPpm !== null && fullnessPpm < rates.drainedBelowPpm;
}

/**
 * Rounded up; the same for every amount at one moment, so that splitting a transfer gains nothing.
 */
function adaptivePpm({ fullnessPpm, rates }: PricingFacts): bigint {
  const drained = rates.drainedBelowPpm - (fullnessPpm ?? rates.drainedBelowPpm);
  const climb = (rates.standardPpm - rates.basePpm) * drained;
  return rates.basePpm + (climb + rates.drainedBelowPpm - 1n) / rates.drainedBelowPpm;
}

function undercutFee({ amount, rates }: PricingFacts, competitorPpm: bigint, gas: Units): Units {
  const wanted =
    competitorPpm > rates.undercutByPpm
      ? feeAtRate(amount, competitorPpm - rates.undercutByPpm)
      : noUnits;
  return wanted > gas ? wanted : gas;
}

function least(a: Units, b: Units): Units {
  return a < b ? a : b;
}
