/** What was found, for a message: short, quoted, and never a whole object. */
export function showFound(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Array.isArray(value) ? `a list of ${value.length}` : `a ${typeof value}`;
}
