import { asUnits, type Units } from '@interline/plugins';

/**
 * A charge in parts per million of the amount (1 bps is 100 ppm), rounded up so that the lane is
 * never short.
 */
export function feeAtRate(amount: bigint, ratePpm: bigint): Units {
  return asUnits((amount * ratePpm + 999_999n) / 1_000_000n);
}
