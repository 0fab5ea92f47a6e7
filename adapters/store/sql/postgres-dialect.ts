import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { entities } from '../entities/entities.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Dialect } from './dialect.ts';
import { postgresDoorbell } from './postgres-doorbell.ts';

export interface PostgresPlace {
  /** `postgres://user:password@host:port/database`; what it holds is never told. */
  readonly url: string;
  /** The ledger's own schema, made when it is missing: several ledgers may share a database. */
  readonly schema: string;
}

/** Connections of one process: units and job leases have one each, and one is to spare for what was just let go. */
const writersAtMost = 3;
const readersAtMost = 6;
const connectWithinMs = 5_000;
const statementWithinMs = 30_000;
/**
 * A process that is stopped in the middle of a transaction holds its locks, and so everybody, no longer than this: well below
 * the lease, within which others go on with its work. Units wait for nothing but the database.
 */
const idleInTransactionMs = 4_000;
/** First key of this program's advisory lock; the second is the ledger's schema. */
const migratingKey = 8_453_001;
/** Without rows or columns. Every group locks it before its transaction looks at anything: LOCK TABLE takes no snapshot. */
const turnstile = 'turnstile';

/** What PostgreSQL answers where only the statement is wrong; all else (connection, disk, shutdown, read-only) is its own failure. */
const refusedClasses = ['0A', '21', '22', '23', '42'];
const refusedCodes = ['25P02'];
/** Serialization failure and deadlock. */
const conflictCodes = ['40001', '40P01'];

/** PostgreSQL for several processes: units are serializable, so they read and write as if one ran after another. */
export function postgresDialect(place: PostgresPlace): Dialect {
  const { url, schema } = place;
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`a ledger's schema must be a lower-case name; got ${JSON.stringify(schema)}`);
  const shared = { type: 'postgres', driver: pg, url, entities, synchronize: false, logging: false, connectTimeoutMS: connectWithinMs, poolErrorHandler: () => undefined } as const;
  return {
    writer: { ...shared, applicationName: 'interline-writer', poolSize: writersAtMost, migrations, extra: { options: optionsOf(schema), keepAlive: true } },
    reader: { ...shared, applicationName: 'interline-reader', poolSize: readersAtMost, extra: { options: `${optionsOf(schema)} -c default_transaction_read_only=on`, keepAlive: true } },
    shared: {
      beginJobs: 'BEGIN',
      beginAlone: beginWith('EXCLUSIVE'),
      alone: (work) => alone(place, work),
      openDoorbell: (onRing) => postgresDoorbell(place, onRing),
    },
    settle: null,
    begin: beginWith('ROW SHARE'),
    forUpdate: 'FOR UPDATE',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    isDown: (error) => {
      const code = codeOf(error);
      return !refusedCodes.includes(code) && !refusedClasses.includes(code.slice(0, 2));
    },
    isConflict: (error) => conflictCodes.includes(codeOf(error)),
  };
}

function beginWith(lock: 'ROW SHARE' | 'EXCLUSIVE'): string {
  return `BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE ${turnstile} IN ${lock} MODE`;
}

function optionsOf(schema: string): string {
  return [`search_path=${schema}`, `statement_timeout=${statementWithinMs}`, `idle_in_transaction_session_timeout=${idleInTransactionMs}`]
    .map((setting) => `-c ${setting}`).join(' ');
}

/** The lock ends with its connection, however the process dies. */
async function alone({ url, schema }: PostgresPlace, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs, application_name: 'interline-migration' });
  // A connection that is lost while it waits fails its next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [migratingKey, schema]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.${turnstile} ()`);
    await work();
  } finally {
    await client.end();
  }
}

/** The five characters of SQLSTATE; empty for what the database did not say. */
function codeOf(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof pg.DatabaseError ? cause.code ?? '' : '';
}
