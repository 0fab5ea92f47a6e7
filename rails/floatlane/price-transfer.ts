import {
  type Amount,
  asUnits,
  noUnits,
  rescale,
  showUnits,
  type TokenRef,
  type Units,
} from '@interline/plugins';
import type { LaneRates } from './lane-setup.ts';

/** Everything that a price depends on. Quantities are in the source token's smallest units. */
export interface PricingFacts {
  readonly amount: Amount;
  readonly rates: LaneRates;
  /** The micro tier's flat charge; null where the tier is closed to this transfer. */
  readonly microFee: Units | null;
  /** The payer holds a member NFT with a free transfer left today. */
  readonly hasFreeTransfer: boolean;
  /** How much can move before one of the two floats passes its target. */
  readonly restoring: Units;
  /** The free destination float as a share of its target; null where the target is unknown. */
  readonly fullnessPpm: bigint | null;
  /** A competitor's whole charge on this lane; null where none is configured. */
  readonly competitorPpm: bigint | null;
  /** Gas of pull and payout; null where it cannot be priced. */
  readonly gas: Units | null;
}

type PricingModeName =
  | 'free-micro-vip'
  | 'micro-standard'
  | 'rebalancing-discount'
  | 'rebalancing-partial'
  | 'base'
  | 'adaptive'
  | 'undercut';

export interface Pricing {
  readonly mode: PricingModeName;
  /** The whole charge, gas included; at most the standard rate rounded up. */
  readonly fee: Units;
  /** Why this mode applies, for the client. */
  readonly reason: string;
}

/** Whether the price has the discount for moving both floats back towards their targets. */
export function isDiscounted({ mode }: Pick<Pricing, 'mode'>): boolean {
  return mode === 'rebalancing-discount' || mode === 'rebalancing-partial';
}

/** One row of the table. */
interface PricingMode {
  readonly mode: PricingModeName;
  /** `applies` and `fee` in the README's words, with the default settings' rates. */
  readonly when: string;
  readonly formula: string;
  readonly applies: (facts: PricingFacts, below: Below) => boolean;
  readonly fee: (facts: PricingFacts, below: Below) => Units;
  /** Why this price, for the client. */
  readonly reason: (facts: PricingFacts) => string;
}

/** The price by the rows below this one. */
type Below = () => Units;

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

/** The pricing table: the first row that applies prices the transfer, and the last always does. */
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

/** Rounded up. It does not depend on the amount, so splitting a transfer gains nothing. */
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

/**
 * A charge in parts per million of the amount (1 bps is 100 ppm), rounded up so that the lane is
 * never short.
 */
export function feeAtRate(amount: bigint, ratePpm: bigint): Units {
  return asUnits((amount * ratePpm + 999_999n) / 1_000_000n);
}

/**
 * What the recipient gets, in the destination token's smallest units, rounded down; the rest of a
 * unit stays in the float.
 */
export function outputOf(
  amount: bigint,
  fee: bigint,
  from: Pick<TokenRef, 'decimals'>,
  to: Pick<TokenRef, 'decimals'>,
): Units {
  return asUnits(rescale(amount - fee, from.decimals, to.decimals));
}
