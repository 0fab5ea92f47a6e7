import type { Arrival } from '@interline/ports';

/**
 * One transaction may bring an account what several routes are owed: the likeliest to be this one's
 * is the nearest to its amount.
 */
export function nearestFirst(arrivals: readonly Arrival[], units: bigint): readonly Arrival[] {
  const off = (one: Arrival): bigint => (one.units > units ? one.units - units : units - one.units);
  return [...arrivals].sort((a, b) =>
    off(a) < off(b) ? -1 : off(a) > off(b) ? 1 : a.logIndex - b.logIndex,
  );
}
