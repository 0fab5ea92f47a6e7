import type { SqlValues } from './sql-value.ts';

/** Most values one `IN (...)` carries; longer lists are asked for in parts. */
const maxListed = 256;

/**
 * Placeholders for `IN (...)` and their values. The last value is repeated up to a power of two,
 * so that lists of all lengths share nine prepared statements.
 */
export function listOf(
  name: string,
  values: readonly string[],
): { readonly text: string; readonly values: SqlValues } {
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const named = Array.from(
    { length: size },
    (_, at) => [`${name}${at}`, values[Math.min(at, values.length - 1)] ?? null] as const,
  );
  return { text: named.map(([key]) => `:${key}`).join(', '), values: Object.fromEntries(named) };
}

export function inParts<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / maxListed) }, (_, at) =>
    values.slice(at * maxListed, (at + 1) * maxListed),
  );
}
