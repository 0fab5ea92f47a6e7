/** 10^13 dollars: no budget is as large, and every cent below it is a safe integer. */
const mostCents = 1_000_000_000_000_000;

/** Whole cents, as a JSON number; null for anything else. */
export function centsOfInteger(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostCents
    ? BigInt(value)
    : null;
}

/**
 * Dollars as a JSON number that come to whole cents, as 19.99; null for anything else. Read by its digits,
 * because 19.99 times 100 is 1998.9999999999998.
 */
export function centsOfDollars(value: unknown): bigint | null {
  if (typeof value !== 'number') return null;
  const [, dollars, parts = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value)) ?? [];
  if (dollars === undefined) return null;
  const cents = BigInt(dollars) * 100n + BigInt(parts.padEnd(2, '0'));
  return cents <= BigInt(mostCents) ? cents : null;
}
