import type { SqlValue } from './sql-value.ts';

export interface SqlResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows changed; zero for a statement that returns rows. */
  readonly affected: number;
}

/** Runs one statement with positional parameters. Throws `STORE_DOWN` when the database fails. */
export type Execute = (sql: string, parameters: readonly SqlValue[]) => Promise<SqlResult>;
