import type { Ppm, Units } from '@interline/plugins';

/**
 * The slippage that puts an engine's own minimum at `minOutput`: 1 - minOutput / expected, rounded
 * down. Null where it expects less than that.
 */
export function tighterSlippage(expected: Units, minOutput: Units): Ppm | null {
  if (expected === 0n || minOutput > expected) return null;
  // CAST: between zero and a million, so a whole number of parts that fits.
  return Number(((expected - minOutput) * 1_000_000n) / expected) as Ppm;
}
