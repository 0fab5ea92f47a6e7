/**
 * A quantity for a refusal's reason: its digits, or only their number above 40, so that a long
 * quantity does not hide the rest of the reason.
 */
export function showUnits(units: bigint): string {
  const digits = units.toString();
  return digits.length > 40 ? `(a number of ${digits.length} digits)` : digits;
}
