/**
 * A client's value as a refusal shows it: short, and never a long string, which may be a signature
 * or a pass.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 1 ? 'an array of 1 item' : `an array of ${value.length} items`;
  return typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : `an ${typeof value}`;
}
