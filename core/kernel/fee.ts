import { asUnits, type Units } from './amount.ts';

declare const bpsBrand: unique symbol;

/** Hundredths of a percent, a whole number. */
export type Bps = number & { readonly [bpsBrand]: true };

export function bps(value: number): Bps {
  if (!Number.isInteger(value) || value < 0 || value > 10_000)
    throw new RangeError(`${value} is not a rate in bps`);
  return value as Bps;
}

/** The service's standard charge. */
export const standardFeeBps = bps(8);

/** How far the prices of two tokens of one asset may differ before they are not at par: 1 %. */
export const standardParBandBps = bps(100);

/** The relayer's fee in the token's smallest units, rounded up so the service is never short. */
export function feeOf(gross: Units, rate: Bps): Units {
  return asUnits((gross * BigInt(rate) + 9_999n) / 10_000n);
}

/** Effective charge in bps with two decimals, for display only. */
export function effectiveBps(fee: bigint, gross: bigint): number {
  return gross === 0n ? 0 : Number((fee * 1_000_000n) / gross) / 100;
}
