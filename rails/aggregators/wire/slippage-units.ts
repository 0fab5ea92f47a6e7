import type { Ppm } from '@interline/plugins';

// Each engine's own unit, rounded down: a tighter floor is never to the recipient's loss.

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
