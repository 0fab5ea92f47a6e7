import { asUnits, noUnits } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import type { GivenBackPart, Route } from '../route.ts';

/** A returned part as the chain shows it. */
export interface SeenPart extends Pick<Arrival, 'from' | 'block' | 'timestampSec'> {
  readonly part: GivenBackPart;
}

export function seenPart(
  { hash, logIndex, from, units, block, timestampSec }: Arrival,
  isToPayer: boolean,
): SeenPart {
  // An upstream may write one hash in upper or lower case.
  const part = { tx: hash.toLowerCase(), logIndex, units: asUnits(units), isToPayer };
  return { part, from, block, timestampSec };
}

/**
 * What arrived at all accounts; null if one was silent, which proves nothing and does not restart a
 * hold.
 */
export function seenByAll(
  found: readonly (readonly SeenPart[] | undefined)[],
): readonly SeenPart[] | null {
  const seen = found.filter((parts) => parts !== undefined);
  return seen.length < found.length ? null : seen.flat();
}

/** Our charge: what was credited and not handed over. */
export function keptUnits({ credited, plan }: Pick<Route, 'credited' | 'plan'>): bigint {
  return credited === null || credited < plan.fee ? noUnits : plan.fee;
}

export function handedUnits(route: Pick<Route, 'credited' | 'plan'>): bigint {
  return (route.credited ?? 0n) - keptUnits(route);
}

/** The part of the handed-over money that has not come back. */
export function missingUnits(route: Pick<Route, 'credited' | 'plan' | 'givenBack'>): bigint {
  return handedUnits(route) - sumOf(route.givenBack?.parts ?? []);
}

export function sumOf(parts: readonly GivenBackPart[]): bigint {
  return parts.reduce((sum, one) => sum + one.units, 0n);
}
