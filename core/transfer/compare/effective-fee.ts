import type { Price, Quote, QuoteRequest } from '@interline/kernel';

/**
 * What par is taken from.
 * - units: one asset on both sides, unit for unit
 * - prices: both tokens' prices
 * - charge: par is unknown, so only the service's own charge is counted
 */
export type FeeBasis = 'units' | 'prices' | 'charge';

/**
 * What a transfer loses against par, as the exact fraction `lost / of`; below zero where the
 * recipient nets more than par.
 */
export interface EffectiveFee {
  readonly lost: bigint;
  /** Always above zero. */
  readonly of: bigint;
  readonly basis: FeeBasis;
}

export interface SidePrices {
  readonly from: Price | null;
  readonly to: Price | null;
}

export function effectiveFee(
  { from, to }: Pick<QuoteRequest, 'from' | 'to'>,
  { input, output, fee }: Quote,
  prices: SidePrices,
): EffectiveFee {
  const paid = input * 10n ** BigInt(to.decimals);
  const received = output * 10n ** BigInt(from.decimals);
  if (from.asset === to.asset) return { lost: paid - received, of: paid, basis: 'units' };
  if (!isWorth(prices.from) || !isWorth(prices.to))
    return { lost: fee, of: input, basis: 'charge' };
  const paidValue = paid * prices.from.microUsd;
  return { lost: paidValue - received * prices.to.microUsd, of: paidValue, basis: 'prices' };
}

/**
 * For display, and for nothing but display: a percentage with two decimals, rounded up so that it
 * never flatters.
 */
export function effectiveFeePct({ lost, of }: EffectiveFee): number {
  return Number(dividedUp(lost * 10_000n, of)) / 100;
}

/** Division that rounds up, below zero too. */
export function dividedUp(amount: bigint, by: bigint): bigint {
  const whole = amount / by;
  return amount > 0n && amount % by !== 0n ? whole + 1n : whole;
}

/** A price of nothing is no measure. */
function isWorth(price: Price | null): price is Price {
  return price !== null && price.microUsd > 0n;
}
