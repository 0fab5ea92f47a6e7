/** What a leaf or a head says of one field. */
export type CanonicalFields = Readonly<Record<string, string | number | null>>;

/**
 * RFC 8785 for what is flat, ASCII, and counts in whole numbers below 2^53: the names in their order,
 * and JSON as it is.
 */
export function canonicalJson(fields: CanonicalFields): string {
  const names = Object.keys(fields).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(fields[name])}`).join(',')}}`;
}
