/**
 * For reasons: digits as they are, but a quantity too long to read only by its length, so that no
 * reason is drowned by it.
 */
export function showUnits(units: bigint): string {
  const digits = units.toString();
  return digits.length > 40 ? `(a number of ${digits.length} digits)` : digits;
}
