import { performance } from 'node:perf_hooks';
import type { TestPostgres } from '../../support/postgres.ts';

/** The archive's three tables in one way to lay them out. */
interface Layout {
  readonly name: string;
  /** Tables that are cut by month. A key that is unique must have the month in it then. */
  readonly cut: readonly Table[];
  /** Whether a route says in which month its page is, so that one partition is looked into. */
  readonly routeHasMonth: boolean;
}

type Table = (typeof tables)[number];

const tables = ['archive_page', 'archived_route', 'archived_name'] as const;
const months = 24;

export const layouts: readonly Layout[] = [
  { name: 'plain', cut: [], routeHasMonth: false },
  { name: 'all by month', cut: tables, routeHasMonth: true },
  { name: 'pages by month', cut: ['archive_page'], routeHasMonth: true },
];

export interface Figures {
  readonly layout: string;
  readonly of: Readonly<Record<string, string>>;
}

interface Run {
  readonly schema: string;
  readonly routes: number;
  readonly progress: (text: string) => void;
}

const routesAPage = 16;
const namesARoute = 5;
const lookups = 1_500;

const routeId = (at: string): string => `'rt_' || md5('r' || ${at})`;
const permitKey = (at: string): string =>
  `'eip155:8453/0x' || md5('o' || ${at}) || '00000000/' || md5('n' || ${at}) || md5('m' || ${at})`;
const nameOf = (at: string, nth: string): string =>
  `'0x' || md5(${at} || 'h' || ${nth}) || md5(${at} || 'i' || ${nth})`;

/** Fills each layout with the same rows, and asks them in turns, so that all have the same minute. */
export async function measureLayouts(
  client: Pick<TestPostgres, 'query'>,
  { schema, routes, progress }: Run,
): Promise<readonly Figures[]> {
  await client.query(`CREATE SCHEMA ${schema}`);
  for (const [index, layout] of layouts.entries()) {
    progress(`${layout.name}: filling ${routes} routes`);
    await fill(client, `${schema}.l${index}`, layout, routes);
  }
  const found = layouts.map((): Record<string, string> => ({}));
  for (const [what, ask] of Object.entries(questions)) {
    progress(what);
    const took: number[][] = layouts.map(() => []);
    for (let at = 0; at < lookups; at += 1)
      for (const [index, layout] of layouts.entries()) {
        const sql = ask(`${schema}.l${index}`, layout);
        const key = await keyOf(client, what, (at * 7_919) % routes);
        const from = performance.now();
        await client.query(withKey(sql, key));
        took[index]?.push(performance.now() - from);
      }
    for (const [index, layout] of layouts.entries()) {
      const key = await keyOf(client, what, 7);
      const buffers = await buffersOf(client, ask(`${schema}.l${index}`, layout), key);
      const of = found[index] ?? {};
      of[what] = `${inUs(median(took[index] ?? []))} us, ${buffers} buffers`;
    }
  }
  for (const [index, layout] of layouts.entries()) {
    progress(`${layout.name}: a month is let go`);
    Object.assign(found[index] ?? {}, await letMonthGo(client, `${schema}.l${index}`, layout));
  }
  return layouts.map(({ name }, index) => ({ layout: name, of: found[index] ?? {} }));
}

type Ask = (place: string, layout: Layout) => string;

const pageOf = (place: string, { routeHasMonth }: Layout): string =>
  `SELECT r.route_id, p.content, p.form FROM ${place}_archived_route r JOIN ${place}_archive_page p
    ON p.id = r.page${routeHasMonth ? ' AND p.month = r.month' : ''}`;

/** As `adapters/store/transfer` asks them. */
const questions: Readonly<Record<string, Ask>> = {
  'by id': (place, layout) => `${pageOf(place, layout)} WHERE r.route_id = $1`,
  'by hash': (place) => `SELECT route_id FROM ${place}_archived_name WHERE name = $1`,
  'permit key, there': (place, layout) => `${pageOf(place, layout)} WHERE r.permit_key = $1`,
  'permit key, not there': (place) => `SELECT 1 FROM ${place}_archived_route WHERE permit_key = $1`,
};

/** Keys are digests of ours, so none has a quote in it. */
function withKey(sql: string, key: string): string {
  return sql.replaceAll('$1', `'${key}'`);
}

async function keyOf(
  client: Pick<TestPostgres, 'query'>,
  what: string,
  at: number,
): Promise<string> {
  const text =
    what === 'by id'
      ? routeId('$1::text')
      : what === 'by hash'
        ? nameOf('$1::text', "'1'")
        : permitKey(what === 'permit key, there' ? '$1::text' : "'new' || $1::text");
  const rows = await client.query<{ key: string }>(withKey(`SELECT ${text} AS key`, String(at)));
  return rows[0]?.key ?? '';
}

async function fill(
  client: Pick<TestPostgres, 'query'>,
  place: string,
  { cut, routeHasMonth }: Layout,
  routes: number,
): Promise<void> {
  const monthOfRoute = `((at / ${routesAPage} * ${routesAPage})::bigint * ${months} / ${routes})::int`;
  const made = (table: Table, columns: string, keys: readonly (readonly [string, boolean])[]) => {
    const isCut = cut.includes(table);
    const own = `${place}_${table}`;
    const bare = own.split('.')[1] ?? own;
    return [
      `CREATE TABLE ${own} (${columns}) ${isCut ? 'PARTITION BY RANGE (month)' : ''}`,
      ...(isCut
        ? Array.from(
            { length: months },
            (_, month) =>
              `CREATE TABLE ${own}_${month} PARTITION OF ${own} FOR VALUES FROM (${month}) TO (${month + 1})`,
          )
        : []),
      ...keys.map(
        ([columnsOfKey, isUnique], nth) =>
          `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${bare}_k${nth} ON ${own} (${columnsOfKey}${isUnique && isCut ? ', month' : ''})`,
      ),
    ];
  };
  const month = routeHasMonth ? ', month int NOT NULL' : '';
  const alsoMonth = routeHasMonth ? `, ${monthOfRoute}` : '';
  for (const sql of [
    ...made(
      'archive_page',
      'id text NOT NULL, form int NOT NULL, content text NOT NULL, archived_at_ms bigint NOT NULL, month int NOT NULL',
      [
        ['id', true],
        ['archived_at_ms, id', false],
      ],
    ),
    ...made(
      'archived_route',
      `route_id text NOT NULL, permit_key text, page text NOT NULL${month}`,
      [
        ['route_id', true],
        ['permit_key', true],
        ['page', false],
      ],
    ),
    ...made('archived_name', `name text NOT NULL, route_id text NOT NULL${month}`, [
      ['name', true],
      ['route_id', false],
    ]),
    `INSERT INTO ${place}_archive_page SELECT md5('p' || at / ${routesAPage}), 1,
      (SELECT string_agg(encode(decode(md5(at || 'c' || n), 'hex'), 'base64'), '') FROM generate_series(1, 500) n),
      at::bigint, ${monthOfRoute} FROM generate_series(0, ${routes - 1}, ${routesAPage}) at`,
    `INSERT INTO ${place}_archived_route SELECT ${routeId('at')}, ${permitKey('at')}, md5('p' || at / ${routesAPage})${alsoMonth}
      FROM generate_series(0, ${routes - 1}) at`,
    `INSERT INTO ${place}_archived_name SELECT ${nameOf('at', 'n')}, ${routeId('at')}${alsoMonth}
      FROM generate_series(0, ${routes - 1}) at, generate_series(1, ${namesARoute}) n`,
    ...tables.map((table) => `VACUUM ANALYZE ${place}_${table}`),
  ])
    await client.query(sql);
}

/** The oldest month is read as an export does, then goes: by rows, or by its partitions. */
async function letMonthGo(
  client: Pick<TestPostgres, 'query'>,
  place: string,
  { cut }: Layout,
): Promise<Record<string, string>> {
  const exported = await timed(client, [
    `SELECT sum(length(content)) FROM ${place}_archive_page WHERE month = 0`,
  ]);
  const rows: Readonly<Record<Table, string>> = {
    archived_name: `DELETE FROM ${place}_archived_name WHERE route_id IN (SELECT route_id FROM ${place}_archived_route r JOIN ${place}_archive_page p ON p.id = r.page WHERE p.month = 0)`,
    archived_route: `DELETE FROM ${place}_archived_route WHERE page IN (SELECT id FROM ${place}_archive_page WHERE month = 0)`,
    archive_page: `DELETE FROM ${place}_archive_page WHERE month = 0`,
  };
  const goneBy = (table: Table): readonly string[] =>
    cut.includes(table)
      ? [
          `ALTER TABLE ${place}_${table} DETACH PARTITION ${place}_${table}_0`,
          `DROP TABLE ${place}_${table}_0`,
        ]
      : [rows[table]];
  const whole = await timed(
    client,
    (['archived_name', 'archived_route', 'archive_page'] as const).flatMap(goneBy),
  );
  const vacuum = await timed(
    client,
    tables.filter((table) => !cut.includes(table)).map((table) => `VACUUM ${place}_${table}`),
  );
  return {
    'a month read': `${exported.ms} ms`,
    'a month let go': `${whole.ms} ms, ${whole.walKb} kB of WAL`,
    'vacuum after it': `${vacuum.ms} ms, ${vacuum.walKb} kB of WAL`,
  };
}

async function timed(
  client: Pick<TestPostgres, 'query'>,
  statements: readonly string[],
): Promise<{ readonly ms: number; readonly walKb: number }> {
  const before = await walOf(client);
  const from = performance.now();
  for (const sql of statements) await client.query(sql);
  const ms = Math.round(performance.now() - from);
  return { ms, walKb: Math.round(((await walOf(client)) - before) / 1_024) };
}

async function walOf(client: Pick<TestPostgres, 'query'>): Promise<number> {
  const rows = await client.query<{ at: string }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS at`,
  );
  return Number(rows[0]?.at);
}

/** Pages of the database that one such statement touches, its planning left out. */
async function buffersOf(
  client: Pick<TestPostgres, 'query'>,
  sql: string,
  key: string,
): Promise<number> {
  const rows = await client.query<{ 'QUERY PLAN': readonly Explained[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${withKey(sql, key)}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}

interface Explained {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function inUs(ms: number): number {
  return Math.round(ms * 1_000);
}
