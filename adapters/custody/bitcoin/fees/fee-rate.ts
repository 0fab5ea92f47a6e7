declare const feeRateBrand: unique symbol;

/** Sats per 1,000 vbytes: 1,000n is 1 sat/vB. */
export type FeeRate = bigint & { readonly [feeRateBrand]: true };

/** Throws unless the rate is positive. */
export function feeRate(satsPerKvb: bigint): FeeRate {
  if (satsPerKvb <= 0n) throw new RangeError(`${satsPerKvb} sats per kvB is not a fee rate`);
  // CAST: the range is checked.
  return satsPerKvb as FeeRate;
}

/** Fee of a transaction of this size at this rate, in sats, rounded up. */
export function feeAt(rate: FeeRate, vsize: number): bigint {
  return (rate * BigInt(vsize) + 999n) / 1_000n;
}

/** Whether a transaction pays more than this rate requires for its size. */
export function isAbove(
  rate: FeeRate,
  { fee, gasLimit }: { readonly fee: bigint; readonly gasLimit: bigint },
): boolean {
  return fee > feeAt(rate, Number(gasLimit));
}
