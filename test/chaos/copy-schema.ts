import pg from 'pg';
import type { TestPostgres } from '../support/postgres.ts';

type Ask = Pick<TestPostgres, 'query'>;

/**
 * Copies a schema's tables as of one commit, as pg_dump reads them: all within one snapshot, beside
 * services that go on writing. The copy appears whole or not at all.
 */
export async function copySchema(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const ask: Ask = {
      query: async <T extends pg.QueryResultRow>(sql: string) => (await client.query<T>(sql)).rows,
    };
    // An earlier life may have taken it.
    if (await schemaExists(ask, to)) return;
    const tables = await tablesOf(ask, from);
    await client.query(`CREATE SCHEMA ${to}`);
    for (const table of tables)
      await client.query(`CREATE TABLE ${to}."${table}" AS TABLE ${from}."${table}"`);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
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
