import type { Ppm, Units } from '@interline/plugins';

// Engines measure slippage in different units. All round down: a tighter limit cannot hurt the
// recipient.

/** A fraction such as `0.005`. */
export function slippageFraction(slippage: Ppm): string {
  return decimal(slippage, 6);
}

/** A percentage such as `0.5`. */
export function slippagePercent(slippage: Ppm): string {
  return decimal(slippage, 4);
}

/** Whole hundredths of a percent. */
export function slippageBps(slippage: Ppm): number {
  return Math.floor(slippage / 100);
}

/** `count` by ten to the `places`, written without an exponent. */
function decimal(count: number, places: number): string {
  const text = String(count).padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, '');
}

/**
 * The slippage that makes an engine's own minimum equal to `minOutput`: 1 - minOutput / expected,
 * rounded down. Null where the engine expects less than `minOutput`.
 */
export function tighterSlippage(expected: Units, minOutput: Units): Ppm | null {
  if (expected === 0n || minOutput > expected) return null;
  // CAST: between zero and a million, so a whole number of parts that fits.
  return Number(((expected - minOutput) * 1_000_000n) / expected) as Ppm;
}
