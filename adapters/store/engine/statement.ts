/** What can be bound to a statement. Token quantities are digit strings. */
export type SqlValue = string | number | boolean | null;

/** Values by the names a statement's text uses after a colon. */
export type SqlValues = Readonly<Record<string, SqlValue>>;

export interface SqlResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows changed; zero for a statement that returns rows. */
  readonly affected: number;
}

/** Runs one statement with positional parameters. Throws `STORE_DOWN` when the database fails. */
export type Execute = (sql: string, parameters: readonly SqlValue[]) => Promise<SqlResult>;

export interface CompiledSql {
  readonly sql: string;
  /** Names of the values, in the order of their placeholders. */
  readonly names: readonly string[];
}

/** Turns `:name` into the database's positional placeholders. A name used twice is sent twice. */
export function compileSql(text: string, placeholder: (index: number) => string): CompiledSql {
  const names: string[] = [];
  const sql = text.replace(/:([a-z][A-Za-z0-9]*)/g, (_match, name: string) =>
    placeholder(names.push(name) - 1),
  );
  return { sql, names };
}

/** Most values one `IN (...)` carries; longer lists are asked for in parts. */
const maxListed = 256;

/**
 * Placeholders for `IN (...)` and their values. The last value is repeated up to a power of two,
 * so that lists of all lengths share nine prepared statements.
 */
export function listOf(
  name: string,
  values: readonly (string | number)[],
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
