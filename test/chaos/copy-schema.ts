import type { TestPostgres } from '../support/postgres.ts';

type Ask = Pick<TestPostgres, 'query'>;

/**
 * Copies a schema's tables as of one commit, as pg_dump reads them: all within one snapshot, beside
 * services that go on writing. The copy appears whole or not at all; one that is there stays as it
 * is.
 */
export async function copySchema(postgres: Ask, from: string, to: string): Promise<void> {
  if (await schemaExists(postgres, to)) return;
  const tables = await tablesOf(postgres, from);
  // One string is one connection's.
  await postgres.query(`
    BEGIN ISOLATION LEVEL REPEATABLE READ;
    CREATE SCHEMA ${to};
    ${tables.map((table) => `CREATE TABLE ${to}."${table}" AS TABLE ${from}."${table}";`).join('\n    ')}
    COMMIT;
  `);
}

/** Puts the rows of a copy in the place of a schema's own. */
export async function restoreSchema(postgres: Ask, copy: string, into: string): Promise<void> {
  const tables = await tablesOf(postgres, copy);
  const rows = tables.map((table) => `INSERT INTO ${into}."${table}" TABLE ${copy}."${table}";`);
  // Rows refer to each other, whatever order the tables come in.
  await postgres.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    TRUNCATE ${tables.map((table) => `${into}."${table}"`).join(', ')};
    ${rows.join('\n    ')}
    COMMIT;
  `);
}

export async function schemaExists(postgres: Ask, schema: string): Promise<boolean> {
  const found = await postgres.query(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`);
  return found.length > 0;
}

/** Those that have columns: one has none, and is only locked. */
async function tablesOf(postgres: Ask, schema: string): Promise<readonly string[]> {
  const rows = await postgres.query<{ table_name: string }>(
    `SELECT DISTINCT table_name FROM information_schema.columns
     WHERE table_schema = '${schema}' ORDER BY table_name`,
  );
  return rows.map((row) => row.table_name);
}
