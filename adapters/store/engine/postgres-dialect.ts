import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { deadlineClient } from './deadline-client.ts';
import type { Dialect } from './dialect.ts';
import { entities } from './tables.ts';
import { migrations } from './migrations/migrations.ts';
import { postgresNotifier } from './postgres-notifier.ts';
import { postgresReplica, type ReplicaPlace } from './postgres-replica.ts';

export interface PostgresPlace {
  /** `postgres://user:password@host:port/database`; never shown or logged. */
  readonly url: string;
  /** The store's own schema, made when it is missing: several stores may share a database. */
  readonly schema: string;
  /**
   * A connection that leaves a statement unanswered for this long is destroyed; 10 s by default.
   */
  readonly answerWithinMs?: number;
  /** Answers reads that only show something. */
  readonly replica?: ReplicaPlace;
}

/**
 * Connections of one process: units and job leases have one each, and one is to spare for what was
 * just let go.
 */
const writersAtMost = 3;
const readersAtMost = 6;
const connectWithinMs = 5_000;
/**
 * After this the server gives a statement up, and a little later the process gives the connection
 * up: a live server answers first. Above `idleInTransactionMs`, for which a unit may have to wait.
 */
const statementWithinMs = 8_000;
const standardAnswerMs = 10_000;
/** The same for a migration, which may rewrite a table. */
const migrationWithinMs = 600_000;
/** How often a process asks for the lock while another one migrates. */
const askAgainMs = 250;
/**
 * A process that is stopped in the middle of a transaction holds its locks, and so all others, no
 * longer than this: well below the lease, within which others go on with its work. Units wait for
 * nothing but the database.
 */
const idleInTransactionMs = 4_000;
/** First key of this program's advisory lock; the second is the store's schema. */
const migratingKey = 8_453_001;
/**
 * Without rows or columns. Every group locks it before its transaction looks at anything: LOCK
 * TABLE takes no snapshot.
 */
const turnstile = 'turnstile';

/**
 * What PostgreSQL answers where only the statement is wrong; all else (connection, disk, shutdown,
 * read-only) is its own failure.
 */
const refusedClasses = ['0A', '21', '22', '23', '42'];
const refusedCodes = ['25P02'];
/** Serialization failure and deadlock. */
const conflictCodes = ['40001', '40P01'];

/**
 * PostgreSQL for several processes: units are serializable, so they read and write as if one ran
 * after another.
 */
export function postgresDialect(place: PostgresPlace): Dialect {
  const { url, schema, answerWithinMs = standardAnswerMs, replica } = place;
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema))
    throw new Error(`a store's schema must be a lower-case name; got ${JSON.stringify(schema)}`);
  const shared = {
    type: 'postgres',
    driver: pg,
    url,
    entities,
    synchronize: false,
    logging: false,
    connectTimeoutMS: Math.min(connectWithinMs, answerWithinMs),
    poolErrorHandler: () => undefined,
  } as const;
  const writer = {
    ...shared,
    applicationName: 'interline-writer',
    poolSize: writersAtMost,
    migrations,
  };
  const options = optionsOf(schema, statementWithinMs);
  const extra = { keepAlive: true, Client: deadlineClient(answerWithinMs) };
  return {
    writer: { ...writer, extra: { ...extra, options } },
    reader: {
      ...shared,
      applicationName: 'interline-reader',
      poolSize: readersAtMost,
      extra: { ...extra, options: `${options} -c default_transaction_read_only=on` },
    },
    shared: {
      migrator: {
        ...writer,
        extra: {
          keepAlive: true,
          options: optionsOf(schema, migrationWithinMs),
          Client: deadlineClient(migrationWithinMs),
        },
      },
      beginJobs: 'BEGIN',
      beginAlone: beginWith('EXCLUSIVE'),
      alone: (work) => alone(place, work),
      openNotifier: (parts) => postgresNotifier({ url, schema, answerWithinMs }, parts),
      openReplica: (parts) =>
        replica === undefined ? null : postgresReplica(replica, { options, ...parts }),
    },
    settle: null,
    begin: beginWith('ROW SHARE'),
    forUpdate: 'FOR UPDATE',
    waitForOthers: `LOCK TABLE ${turnstile} IN EXCLUSIVE MODE`,
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    // By the workers' clocks, one that is ahead would take the leases of the healthy, and keep its
    // own for as long after its death; to void leases that end too late would have one that is
    // behind take them. The fence still stops a worker that wakes after its lease.
    leaseNow: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
    isDown: (error) => {
      const code = codeOf(error);
      return !refusedCodes.includes(code) && !refusedClasses.includes(code.slice(0, 2));
    },
    isConflict: (error) => conflictCodes.includes(codeOf(error)),
    isInDoubt: (error) => databaseErrorOf(error)?.severity !== 'ERROR',
  };
}

function beginWith(lock: 'ROW SHARE' | 'EXCLUSIVE'): string {
  return `BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE ${turnstile} IN ${lock} MODE`;
}

function optionsOf(schema: string, withinMs: number): string {
  return [
    `search_path=${schema}`,
    `statement_timeout=${withinMs}`,
    `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');
}

/** The lock ends with its connection, however the process dies. */
async function alone(
  { url, schema, answerWithinMs = standardAnswerMs }: PostgresPlace,
  work: () => Promise<void>,
): Promise<void> {
  const client = new (deadlineClient(answerWithinMs))({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connectWithinMs,
    application_name: 'interline-migration',
  });
  // A connection that is lost while it waits fails its next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    while (!(await isAlone(client, schema))) await sleep(askAgainMs);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.${turnstile} ()`);
    await work();
  } finally {
    await client.end();
  }
}

async function isAlone(client: pg.Client, schema: string): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ isLocked: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS "isLocked"',
    [migratingKey, schema],
  );
  return row?.isLocked === true;
}

/** The five characters of SQLSTATE; empty for what the database did not say. */
function codeOf(error: unknown): string {
  return databaseErrorOf(error)?.code ?? '';
}

function databaseErrorOf(error: unknown): pg.DatabaseError | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof pg.DatabaseError ? cause : null;
}
