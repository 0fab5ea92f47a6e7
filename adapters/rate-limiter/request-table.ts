import { createHmac } from 'node:crypto';
import type { Admission, Quota } from '@interline/ports';
import { deadlineClient } from '../store/engine/deadline-client.ts';
import {
  beginRemembering,
  clearEnded,
  forgetRemembered,
  makeTable,
  readRemembered,
  takeOne,
} from './taken-requests.ts';
import pg from 'pg';

export interface TablePlace {
  readonly url: string;
  /** The store's schema, which is there already. */
  readonly schema: string;
  /** The same for all instances: buckets are stored as hashes salted with it. */
  readonly salt: string;
  /**
   * After this a connection is given up and replaced; its requests have timed out long before. 2 s
   * when left out.
   */
  readonly stuckMs?: number;
}

/** Counts in a table of PostgreSQL; what fails rejects. */
interface RequestTable {
  /** `toldMs` stands in for the database's clock where it is not null. */
  take(buckets: readonly string[], quota: Quota, toldMs: number | null): Promise<Admission>;
  /** From when on the table has all that was taken: now where it is new, or was emptied by a crash. */
  rememberedSince(nowMs: number): Promise<number>;
  /** Has those that start later know that it lacks what was taken before. */
  forgetBefore(nowMs: number): Promise<void>;
  /** Called where an idle connection is lost, as all are when the database crashes. */
  onLost(told: () => void): void;
  /** Deletes requests that left their window: a bounded number, the oldest first. */
  clear(toldMs: number | null): Promise<void>;
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
  let tellLost = (): void => undefined;
  // An idle connection that is lost: the next take opens another.
  pool.on('error', () => tellLost());
  return {
    async rememberedSince(nowMs) {
      await pool.query(beginRemembering, [nowMs]);
      const { rows } = await pool.query<{ sinceMs: number }>(readRemembered);
      return rows[0]?.sinceMs ?? nowMs;
    },
    forgetBefore: async (nowMs) => {
      await pool.query(forgetRemembered, [nowMs]);
    },
    onLost: (told) => {
      tellLost = told;
    },
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
