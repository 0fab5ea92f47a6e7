import type { GivenBackPart } from '../route.ts';

/**
 * Of a transaction that gives back to more accounts of ours than that, combinations are not tried.
 */
const combinedAtMost = 12;

/**
 * Which of the transfers make up what one route still misses, the likeliest first, where others'
 * may stand beside them: one to the unit, else several to the unit, else one to the payer that is
 * more, else all that fit, the largest first. One to our account that is more than what is missing
 * may be another route's, or several routes' together: it is no part of this one.
 */
export function ownParts(
  parts: readonly GivenBackPart[],
  missing: bigint,
): readonly GivenBackPart[] {
  if (missing <= 0n) return [];
  const whole = parts.find((one) => one.units === missing);
  if (whole !== undefined) return [whole];
  const exact = combination(parts.slice(0, combinedAtMost), missing);
  if (exact !== null) return exact;
  const more = parts
    .filter((one) => one.isToPayer && one.units > missing)
    .toSorted(smallestFirst)[0];
  return more === undefined ? fitting(parts, missing) : [more];
}

/** Null where no combination of them is that much. */
function combination(
  parts: readonly GivenBackPart[],
  units: bigint,
): readonly GivenBackPart[] | null {
  if (units === 0n) return [];
  for (const [index, one] of parts.entries()) {
    const rest = one.units > units ? null : combination(parts.slice(index + 1), units - one.units);
    if (rest !== null) return [one, ...rest];
  }
  return null;
}

function fitting(parts: readonly GivenBackPart[], missing: bigint): readonly GivenBackPart[] {
  const own: GivenBackPart[] = [];
  let left = missing;
  for (const one of parts.toSorted(smallestFirst).toReversed()) {
    if (one.units > left) continue;
    own.push(one);
    left -= one.units;
  }
  return own;
}

function smallestFirst(a: GivenBackPart, b: GivenBackPart): number {
  return a.units < b.units ? -1 : a.units > b.units ? 1 : 0;
}
