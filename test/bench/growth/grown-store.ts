import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Dialect,
  openPostgresStore,
  openStore,
  postgresDialect,
  sqliteDialect,
} from '@interline/adapters/store';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.ts';
import { type Filling, fillStore, postgresTarget, sqliteTarget } from './fill-store.ts';
import type { Kept } from './growth-table.ts';
import type { RouteRows } from './route-rows.ts';

/** A filled store that nothing has open, and what only its database can tell. */
export interface GrownStore {
  readonly dialect: Dialect;
  /** The first of the ended routes, which is archived in the end. */
  readonly sample: { readonly routeId: string; readonly permitKey: string };
  /** What the tables take, for each of so many routes. */
  kept(routes: number): Promise<Kept>;
  /** The tables that a statement reads from end to end. */
  scansOf(sql: string, parameters: readonly unknown[]): Promise<readonly string[]>;
  remove(): Promise<void>;
}

const firstEnded = `SELECT id, permit_key FROM route WHERE status = 'DONE' ORDER BY created_at_ms LIMIT 1`;

export async function grownFile(rows: RouteRows, filling: Filling): Promise<GrownStore> {
  const folder = await mkdtemp(join(tmpdir(), 'interline-growth-'));
  const file = join(folder, 'journal.sqlite');
  await (await openStore({ file })).close();
  const target = sqliteTarget(file);
  await fillStore(target, rows, filling);
  await target.close();
  const database = new Database(file, { readonly: true });
  const { id: routeId, permit_key: permitKey } = database.prepare(firstEnded).get() as {
    id: string;
    permit_key: string;
  }; // CAST: the two columns it names.
  return {
    dialect: sqliteDialect(file),
    sample: { routeId, permitKey },
    async kept(routes) {
      // CAST: the columns it names.
      const sizes = database
        .prepare(
          `SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
           GROUP BY tbl_name`,
        )
        .all() as { readonly name: string; readonly bytes: number }[];
      return keptOf(sizes, routes);
    },
    async scansOf(sql, parameters) {
      const bound = parameters.map((one) => (typeof one === 'boolean' ? Number(one) : one));
      // CAST: SQLite's own columns.
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(bound) as {
        readonly detail: string;
      }[];
      return plan.flatMap(({ detail }) => /^SCAN (\w+)$/.exec(detail)?.[1] ?? []);
    },
    async remove() {
      database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Null where npm has no PostgreSQL for this platform and DATABASE_URL names none. */
export async function grownPostgres(rows: RouteRows, filling: Filling): Promise<GrownStore | null> {
  const postgres = await startPostgres();
  if (postgres === null) return null;
  const { url } = postgres;
  const schema = postgres.newSchema();
  await (await openPostgresStore({ url, schema })).close();
  const target = await postgresTarget(url, schema);
  await fillStore(target, rows, filling);
  await target.close();
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  const [first] = (await client.query<{ id: string; permit_key: string }>(firstEnded)).rows;
  if (first === undefined) throw new Error('the store has no ended route');
  return {
    dialect: postgresDialect({ url, schema }),
    sample: { routeId: first.id, permitKey: first.permit_key },
    async kept(routes) {
      const { rows: sizes } = await client.query<{ name: string; bytes: string }>(
        `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = $1::regnamespace`,
        [schema],
      );
      return keptOf(
        sizes.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
        routes,
      );
    },
    async scansOf(sql, parameters) {
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [
        ...parameters,
      ]);
      return plan.flatMap(({ 'QUERY PLAN': line }) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
    },
    async remove() {
      await client.end();
      await postgres.stop();
    },
  };
}

/** Tables of less than a byte a route belong to no route. */
function keptOf(
  sizes: readonly { readonly name: string; readonly bytes: number }[],
  routes: number,
): Kept {
  const byTable = sizes
    .map(({ name, bytes }) => ({ name, bytes: bytes / routes }))
    .filter(({ bytes }) => bytes >= 1)
    .sort((a, b) => b.bytes - a.bytes);
  return { total: byTable.reduce((sum, { bytes }) => sum + bytes, 0), byTable };
}
