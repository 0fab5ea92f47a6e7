import { createHmac } from 'node:crypto';
import type { Admission, Quota, Remembered } from '@interline/ports';
import { deadlineClient } from '../store/engine/deadline-client.ts';
import { beginRemembering, clearOnce, makeOnceTable, takeOnce } from './taken-once.ts';
import { clearEnded, makeTable, takeOne } from './taken-requests.ts';
import pg from 'pg';

export interface TablePlace {
  readonly url: string;
  /** The store's schema, which is there already. */
  readonly schema: string;
  /** The same for all instances: buckets are stored as hashes salted with it. */
  readonly salt: string;
  /** Replaces the database's clock. */
  readonly now?: () => number;
  /**
   * After this a connection is given up and replaced; its requests have timed out long before. 2 s
   * when left out.
   */
  readonly stuckMs?: number;
}

/** Counts in a table of PostgreSQL; what fails rejects. */
interface RequestTable {
  /** `toldMs` replaces the database's clock where it is not null. */
  take(buckets: readonly string[], quota: Quota, toldMs: number | null): Promise<Admission>;
  /** `isBehind`: other instances took some that are not in the table yet. */
  takeOnce(name: string, isBehind: boolean, toldMs: number | null): Promise<Remembered>;
  /** Deletes requests that left their window: a bounded number, the oldest first. */
  clear(toldMs: number | null): Promise<void>;
  /** The same of what may come once, after so long. */
  clearOnce(toldMs: number | null, afterMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Separate connections, so that a busy store does not delay the counting. */
const connectionsAtMost = 4;
const mostWaiting = 1_000;
const standardStuckMs = 2_000;
/** How long an instance waits at its start for those that started with it. */
const makeWithinMs = 30_000;
const clearedAtOnce = 20_000;
const settings = [
  // The function sees what others committed while it waited, whatever the database's default is.
  'default_transaction_isolation=read\\ committed',
  // A plan made while the table is empty would scan all of it, and is kept after the table has
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
  now,
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
    now?.() ?? null,
  );
  const pool = new pg.Pool({
    ...place,
    max: connectionsAtMost,
    connectionTimeoutMillis: stuckMs,
    statement_timeout: stuckMs,
    query_timeout: stuckMs,
    Client: deadlineClient(stuckMs),
  });
  // An idle connection that is lost: the next take opens another.
  pool.on('error', () => undefined);
  const hashOf = (name: string): string =>
    createHmac('sha256', salt).update(name).digest('base64url');
  return {
    async takeOnce(name, isBehind, toldMs) {
      if (pool.waitingCount >= mostWaiting) throw new Error('too many requests wait to be counted');
      const {
        rows: [row],
      } = await pool.query<Remembered>({
        name: 'take-once',
        text: takeOnce,
        values: [hashOf(name), isBehind, toldMs],
      });
      if (row === undefined) throw new Error('the database answered nothing');
      return row;
    },
    async take(buckets, { requests, perMs }, toldMs) {
      if (pool.waitingCount >= mostWaiting) throw new Error('too many requests wait to be counted');
      const hashes = [...new Set(buckets)].map(hashOf);
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
    clearOnce: async (toldMs, afterMs) => {
      await pool.query(clearOnce, [toldMs, clearedAtOnce, afterMs]);
    },
    close: () => pool.end(),
  };
}

/** One instance at a time: two that replace a function at once fail. */
async function make(place: pg.ClientConfig, schema: string, toldMs: number | null): Promise<void> {
  const client = new pg.Client(place);
  // A connection that is lost while it waits fails its next statement.
  client.on('error', () => undefined);
  const lock = `SELECT pg_advisory_xact_lock(${makingKey}, hashtext('${schema}'))`;
  try {
    await client.connect();
    await client.query(['BEGIN', lock, ...makeTable, ...makeOnceTable, 'COMMIT'].join(';\n'));
    await client.query(beginRemembering, [toldMs]);
  } finally {
    await client.end();
  }
}
