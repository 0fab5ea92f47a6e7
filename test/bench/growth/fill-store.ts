import Database from 'better-sqlite3';
import pg from 'pg';
import { copiedRoutes, endedRows, openRows } from './copied-routes.ts';
import type { Row, RouteRows } from './route-rows.ts';

export interface Filling {
  readonly ended: number;
  readonly open: number;
  readonly nowMs: number;
}

/** Where the copies go, table by table. */
export interface Target {
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Runs the work in one transaction. */
  together(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Copies that one transaction writes. */
const copiesAtOnce = 1_000;
const dayMs = 86_400_000;
/** Ended ones are spread over so long, the last one an hour ago. */
const spreadMs = 180 * dayMs;
const lastEndMs = 3_600_000;

/** Fills an empty store of today's form with that many copies of a settled route. */
export async function fillStore(
  target: Target,
  rows: RouteRows,
  { ended, open, nowMs }: Filling,
): Promise<void> {
  const endedMs = (at: number): number =>
    nowMs - lastEndMs - Math.floor(((ended - at) * spreadMs) / Math.max(ended, 1));
  await fill(target, copiedRoutes(endedRows(rows)), { from: 0, count: ended, timeOf: endedMs });
  await target.insert('balance', [floatBalance(rows)]);
  await fill(target, copiedRoutes(openRows(rows)), {
    from: ended,
    count: open,
    timeOf: () => nowMs - 60_000,
  });
}

/** The reading that reservations count against. */
function floatBalance(rows: RouteRows): Row {
  const {
    account = null,
    chain = null,
    expects,
  } = rows['effect']?.find(({ purpose }) => purpose === 'payout') ?? {};
  // CAST: a payout expects a transfer of its token.
  const { token } = JSON.parse(String(expects)) as { readonly token: string };
  return { chain, account, token, units: '1000000000000000', block: 10 };
}

async function fill(
  target: Target,
  copy: ReturnType<typeof copiedRoutes>,
  {
    from,
    count,
    timeOf,
  }: {
    readonly from: number;
    readonly count: number;
    readonly timeOf: (at: number) => number;
  },
): Promise<void> {
  for (let done = 0; done < count; done += copiesAtOnce) {
    const copies = Array.from({ length: Math.min(copiesAtOnce, count - done) }, (_, at) =>
      copy({ at: from + done + at, endedAtMs: timeOf(done + at) }),
    );
    await target.together(async () => {
      for (const table of Object.keys(copies[0] ?? {}))
        await target.insert(
          table,
          copies.flatMap((one) => one[table] ?? []),
        );
    });
  }
}

/** A file that no store has open. What a crash leaves of it is of no use, so nothing is synced. */
export function sqliteTarget(file: string): Target {
  const database = new Database(file);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  database.pragma('cache_size = -1000000');
  const inserts = new Map<string, Database.Statement>();
  return {
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) return;
      const statement =
        inserts.get(table) ??
        database.prepare(
          `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
        );
      inserts.set(table, statement);
      for (const row of rows) statement.run(Object.values(row));
    },
    async together(work) {
      database.exec('BEGIN');
      await work();
      database.exec('COMMIT');
    },
    async close() {
      database.pragma('journal_mode = WAL');
      database.exec('ANALYZE');
      database.close();
    },
  };
}

export async function postgresTarget(url: string, schema: string): Promise<Target> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  const found = await client.query<{ table_name: string; column_name: string; data_type: string }>(
    'SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = $1',
    [schema],
  );
  const types = new Map(
    found.rows.map((one) => [`${one.table_name}.${one.column_name}`, one.data_type]),
  );
  return {
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) return;
      const read = columns
        .map((column, at) => `c${at}::${types.get(`${table}.${column}`) ?? 'text'}`)
        .join();
      const lists = columns.map((_, at) => `$${at + 1}::text[]`).join();
      await client.query(
        `INSERT INTO ${table} (${columns.join()}) SELECT ${read} FROM unnest(${lists}) AS given(${columns.map((_, at) => `c${at}`).join()})`,
        columns.map((column) => rows.map((row) => textOf(row[column]))),
      );
    },
    async together(work) {
      await client.query('BEGIN');
      await work();
      await client.query('COMMIT');
    },
    async close() {
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  };
}

function textOf(cell: Row[string] | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}
