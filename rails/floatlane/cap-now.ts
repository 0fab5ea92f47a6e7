import { asUnits, rescale, type Units } from '@interline/plugins';
import type { FloatReading } from './float-reading.ts';

/**
 * The largest payout at a moment, in the destination token's smallest units: a quarter of the free
 * float, rounded down.
 */
export function capOf(free: Units): Units {
  return asUnits(free / 4n);
}

/**
 * The same as an amount to send, in the source token's smallest units, rounded down.
 * An amount of exactly this is served, one unit more is not.
 */
export function capNow(destination: FloatReading, sourceDecimals: number): Units {
  return asUnits(rescale(capOf(destination.free), destination.token.decimals, sourceDecimals));
}
