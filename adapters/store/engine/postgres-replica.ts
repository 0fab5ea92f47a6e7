import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '@interline/ports';
import { deadlineClient } from './deadline-client.ts';
import {
  behind,
  lookAgainMs,
  type LogPlace,
  type Replica,
  replicaOf,
  type ReplicaState,
} from './replica.ts';
import type { Execute } from './statement.ts';

export interface ReplicaPlace {
  /** In the form of the primary's. */
  readonly url: string;
  /** How old what it shows may be. */
  readonly maxLagMs: number;
}

const connectionsAtMost = 6;
/** The primary must still be able to answer in time. */
const answerWithinMs = 2_000;

/**
 * Connects with the first question, so a replica that is down does not stop a start. Its
 * connections only read, even where they lead to a primary. `options`: those of the store's own
 * connections.
 */
export function postgresReplica(
  { url, maxLagMs }: ReplicaPlace,
  {
    options,
    primary,
    log,
  }: { readonly options: string; readonly primary: Execute; readonly log: Log | null },
): Replica {
  const pool = poolOn(url, options);
  return replicaOf({
    maxLagMs,
    execute: pool.execute,
    placeOfPrimary: () => placeOf(primary),
    placeOfReplica: () => placeOf(pool.execute),
    log,
    close: () => pool.close(),
  });
}

function poolOn(
  url: string,
  options: string,
): { readonly execute: Execute; readonly close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsAtMost,
    application_name: 'interline-replica',
    connectionTimeoutMillis: answerWithinMs,
    keepAlive: true,
    options: `${options} -c default_transaction_read_only=on`,
    Client: deadlineClient(answerWithinMs),
  });
  pool.on('error', () => undefined);
  return {
    async execute(sql, parameters) {
      const { rows, rowCount } = await pool.query<Record<string, unknown>>(sql, [...parameters]);
      return { rows, affected: rowCount ?? 0 };
    },
    close: () => pool.end(),
  };
}

/** Looks once, over connections of its own that are closed again. Throws where the primary fails. */
export async function lookAtReplica(
  { url, schema }: { readonly url: string; readonly schema: string },
  replica: ReplicaPlace,
): Promise<ReplicaState> {
  const options = `-c search_path=${schema}`;
  const own = poolOn(url, options);
  const far = postgresReplica(replica, { options, primary: own.execute, log: null });
  try {
    await own.execute('SELECT 1', []);
    let state = await far.look();
    for (let looks = 1; state.cause === behind && looks < looksAtMost; looks += 1) {
      await sleep(lookAgainMs);
      state = await far.look();
    }
    return state;
  } finally {
    await Promise.all([far.close(), own.close()]);
  }
}

/** A busy primary is ahead of any standby for a moment. */
const looksAtMost = 3;

/** A primary's last write, or a standby's last replay. Any user may ask. */
const placeNow = `SELECT (SELECT system_identifier FROM pg_control_system())::text AS system,
  CASE WHEN pg_is_in_recovery() THEN NULL ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline,
  (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS at`;

async function placeOf(execute: Execute): Promise<LogPlace> {
  const [row] = (await execute(placeNow, [])).rows;
  const [timeline, at] = [row?.['timeline'], row?.['at']];
  return {
    system: String(row?.['system']),
    timeline: typeof timeline === 'string' ? timeline : null,
    at: typeof at === 'string' ? BigInt(at) : null,
  };
}
