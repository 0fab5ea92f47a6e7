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
