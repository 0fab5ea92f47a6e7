import { type FeeRate, feeRate } from './fee-rate.ts';

export interface FeeBounds {
  readonly floor: FeeRate;
  /** The service never offers more than this, however high the estimates are. */
  readonly cap: FeeRate;
}

/** A rate and its origin. At the cap, the transaction may wait longer than the target. */
export interface ChosenFeeRate {
  readonly rate: FeeRate;
  readonly by: 'estimate' | 'floor' | 'cap';
}

/**
 * The median of the sources, the lower of two middle figures. One absurd source of two must neither
 * set a fee nor hold back payouts. Null when no source has a figure.
 */
export function medianOf<Figure extends bigint>(told: readonly (Figure | null)[]): Figure | null {
  const known = told.filter((one) => one !== null).sort((a, b) => (a < b ? -1 : 1));
  return known[Math.floor((known.length - 1) / 2)] ?? null;
}

/**
 * The median of the estimates within the bounds. Without an estimate, as on regtest, it is the
 * floor.
 */
export function chooseFeeRate(
  estimates: readonly (FeeRate | null)[],
  { floor, cap }: FeeBounds,
): ChosenFeeRate {
  if (floor > cap) throw new RangeError(`the fee floor ${floor} is above the cap ${cap}`);
  const median = medianOf(estimates);

  if (median === null || median < floor) return { rate: floor, by: 'floor' };
  return median > cap ? { rate: cap, by: 'cap' } : { rate: median, by: 'estimate' };
}

/**
 * The rate of a fee bump: an eighth above the old rate, or the estimate if that is higher. `null`
 * means that the cap leaves no room for an eighth, so the transaction waits unchanged.
 */
export function bumpedFeeRate(
  old: FeeRate,
  estimate: FeeRate | null,
  cap: FeeRate,
): ChosenFeeRate | null {
  const least = feeRate((old * 9n + 7n) / 8n);
  if (least > cap) return null;
  const wanted = estimate !== null && estimate > least ? estimate : least;
  return wanted > cap ? { rate: cap, by: 'cap' } : { rate: wanted, by: 'estimate' };
}
