import { asUnits, noUnits, rescale, type Units } from '@interline/plugins';
import type { FloatReading } from './float-reading.ts';

/**
 * How much may move before one of the two floats is past its target, in the source token's smallest
 * units, rounded down. Zero unless the source is below its target and the destination above; an
 * unknown target counts as met.
 */
export function restoringUnits(source: FloatReading, destination: FloatReading): Units {
  if (source.target === null || destination.target === null) return noUnits;
  const shortfall = source.target - source.free;
  const surplus = rescale(
    destination.free - destination.target,
    destination.token.decimals,
    source.token.decimals,
  );
  if (shortfall <= 0n || surplus <= 0n) return noUnits;
  return asUnits(shortfall < surplus ? shortfall : surplus);
}
