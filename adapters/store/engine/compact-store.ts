import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { copyStore } from './copy-store.ts';
import type { PostgresPlace } from './postgres-dialect.ts';

export interface StoreSize {
  readonly bytes: number;
  /** Of these bytes, the ones that hold no rows any more. */
  readonly freeBytes: number;
}

/** What a SQLite store takes of the disk; a service may be at work on it. */
export function sizeOfFile(file: string): StoreSize {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const figure = (pragma: string): number => Number(database.pragma(pragma, { simple: true }));
    const page = figure('page_size');
    return { bytes: figure('page_count') * page, freeBytes: figure('freelist_count') * page };
  } finally {
    database.close();
  }
}

/**
 * Gives the disk back what a SQLite store has no rows in. The store is copied without it, the copy
 * is checked, and takes the file's place, so a crash leaves the one or the other. Nothing may have
 * it open, and the disk needs room for a second one meanwhile.
 */
export function compactFile(file: string): void {
  foldLog(file);
  const copy = `${file}.compact`;
  // Left by a run that was interrupted.
  rmSync(copy, { force: true });
  copyStore(file, copy);
  renameSync(copy, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** What was committed last may be in the log, which must not lie beside another file. */
function foldLog(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    throw new Error(`another program has ${file} open; stop it first`);
}

/** What the store's tables and indices take; a service may be at work on it. */
export async function sizeInPostgres(place: PostgresPlace): Promise<StoreSize> {
  return withClient(place, async (client) => {
    const { rows } = await client.query<{ bytes: string; free: string }>(
      `SELECT coalesce(sum(pg_total_relation_size(relid)), 0) AS bytes,
        coalesce(sum(pg_relation_size(relid) * n_dead_tup / greatest(n_live_tup + n_dead_tup, 1)), 0) AS free
       FROM pg_stat_user_tables WHERE schemaname = $1`,
      [place.schema],
    );
    const [found] = rows;
    return {
      bytes: Math.round(Number(found?.bytes ?? 0)),
      freeBytes: Math.round(Number(found?.free ?? 0)),
    };
  });
}

/**
 * Makes what holds no rows any more free for new ones, and counts the tables anew for the planner.
 * It takes no lock that a service would wait for; the disk gets nothing back.
 */
export async function vacuumPostgres(
  place: PostgresPlace,
  onTable: (table: string) => void,
): Promise<void> {
  await withClient(place, async (client) => {
    const { rows } = await client.query<{ relname: string }>(
      'SELECT relname FROM pg_stat_user_tables WHERE schemaname = $1 ORDER BY relname',
      [place.schema],
    );
    for (const { relname } of rows) {
      await client.query(`VACUUM (ANALYZE) ${place.schema}.${client.escapeIdentifier(relname)}`);
      onTable(relname);
    }
  });
}

async function withClient<T>(
  { url }: PostgresPlace,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
