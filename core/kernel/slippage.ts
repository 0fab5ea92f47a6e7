import { asUnits, type Units } from './amount.ts';
import { RelayError } from './error.ts';

declare const ppmBrand: unique symbol;

/** Parts per million, so that slippage is never a float beside money. */
export type Ppm = number & { readonly [ppmBrand]: true };

export const defaultSlippage = 5_000 as Ppm;
export const mostSlippage = 500_000 as Ppm;

/**
 * Reads a fraction from 0 to 0.5 as parts per million, rounded down (the tighter floor for the
 * client).
 */
export function readSlippage(value: number | undefined): Ppm {
  if (value === undefined) return defaultSlippage;
  if (!Number.isFinite(value) || value < 0 || value * 1_000_000 > mostSlippage) {
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'slippage' },
      `slippage must be a fraction from 0 to 0.5, such as 0.005; got ${value}`,
    );
  }
  return Math.floor(value * 1_000_000 + 1e-6) as Ppm;
}

/** As shown on the wire and in messages. */
export function showSlippage(slippage: Ppm): string {
  return (slippage / 1_000_000).toString();
}

/** The least acceptable output, rounded up in the recipient's favour. */
export function floorOf(output: bigint, slippage: Ppm): Units {
  return asUnits((output * BigInt(1_000_000 - slippage) + 999_999n) / 1_000_000n);
}
