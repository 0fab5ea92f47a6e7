import { createHmac } from 'node:crypto';
import type { Admission, Quota } from '@interline/ports';
import { deadlineClient } from '../store/engine/deadline-client.ts';
import { clearEnded, makeTable, takeOne } from './taken-requests.ts';
import pg from 'pg';

export interface TablePlace {
  readonly url: string;
  /** The store's schema, which is there already. */
  readonly schema: string;
  /** The same for all instances: buckets are written down as hashes with it. */
  readonly salt: string;
  /**
   * After this a connection is given up and replaced; who waited for it has long gone on. 2 s where
   * it is not given.
   */
  readonly stuckMs?: number;
}

/** Counts in a table of PostgreSQL; what fails rejects. */
export interface RequestTable {
  /** `toldMs` stands in for the database's clock where it is not null. */
  take(buckets: readonly string[], quota: Quota, toldMs: number | null): Promise<Admission>;
  /** Deletes what left its window: a bounded number, the longest gone first. */
  clear(toldMs: number | null): Promise<void>;
  close(): Promise<void>;
}

/** Of their own: a store that is busy makes no request wait to be counted. */
const connectionsAtMost = 4;
const mostWaiting = 1_000;
const standardStuckMs = 2_000;
/** How long an instance waits at its start for those that started with it. */
const makeWithinMs = 30_000;
const clearedAtOnce = 20_000;
const settings = [
  // The function sees what others committed while it waited, whatever the database's default is.
  'default_transaction_isolation=read\\ committed',
  // A plan that is made while the table is empty would read all of it, and is kept when it has
  // grown.
  'enable_seqscan=off',
  'enable_bitmapscan=off',
];
/** First key of this program's advisory lock; the second is the store's schema. */
const makingKey = 8_453_002;

/** Connects, and makes the table where it is missing. */
export async function openRequestTable({
  url,
  schema,
  salt,
  stuckMs = standardStuckMs,
}: TablePlace): Promise<RequestTable> {
  const place = {
    connectionString: url,
    keepAlive: true,
    application_name: 'interline-limits',
    options: settings
      .map((setting) => `-c ${setting}`)
      .concat(`-c search_path=${schema}`)
      .join(' '),
  };
  await make(
    {
      ...place,
      connectionTimeoutMillis: makeWithinMs,
      statement_timeout: makeWithinMs,
      query_timeout: makeWithinMs,
    },
    schema,
  );
  const pool = new pg.Pool({
    ...place,
    max: connectionsAtMost,
    connectionTimeoutMillis: stuckMs,
    statement_timeout: stuckMs,
    query_timeout: stuckMs,
    Client: deadlineClient(stuckMs),
  });
  // A connection that is lost while nobody uses it: the next take opens another.
  pool.on('error', () => undefined);
  return {
    async take(buckets, { requests, perMs }, toldMs) {
      if (pool.waitingCount >= mostWaiting) throw new Error('too many requests wait to be counted');
      const hashes = [...new Set(buckets)].map((bucket) =>
        createHmac('sha256', salt).update(bucket).digest('base64url'),
      );
      const {
        rows: [row],
      } = await pool.query<{ isAdmitted: boolean; remaining: number; waitMs: number }>({
        name: 'take',
        text: takeOne,
        values: [hashes, requests, perMs, toldMs],
      });
      if (row === undefined) throw new Error('the database answered nothing');
      const ms = Math.ceil(row.waitMs);
      return row.isAdmitted
        ? { isAdmitted: true, remaining: row.remaining, freesInMs: ms }
        : { isAdmitted: false, retryAfterMs: ms };
    },
    clear: async (toldMs) => {
      await pool.query(clearEnded, [toldMs, clearedAtOnce]);
    },
    close: () => pool.end(),
  };
}

/** One instance at a time: two that replace a function at once fail. */
async function make(place: pg.ClientConfig, schema: string): Promise<void> {
  const client = new pg.Client(place);
  // A connection that is lost while it waits fails its next statement.
  client.on('error', () => undefined);
  const lock = `SELECT pg_advisory_xact_lock(${makingKey}, hashtext('${schema}'))`;
  try {
    await client.connect();
    await client.query(['BEGIN', lock, ...makeTable, 'COMMIT'].join(';\n'));
  } finally {
    await client.end();
  }
}
