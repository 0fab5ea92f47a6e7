import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openStoreOn, type Store, type StoreOptions } from './engine/open-store-on.ts';
import { postgresDialect, type PostgresPlace } from './engine/postgres-dialect.ts';
import { sqliteDialect } from './engine/sqlite-dialect.ts';

/**
 * The journal in one SQLite file; it and its folder are made when missing, for their owner alone,
 * and brought to the newest form. Only one process may have it open: see `lockFolder`.
 */
export async function openStore({
  file,
  ...options
}: StoreOptions & { readonly file: string }): Promise<Store> {
  makeOwn(file);
  return openStoreOn(sqliteDialect(file), options);
}

/**
 * The journal in a schema of a PostgreSQL database, for any number of processes; made when missing,
 * and brought to the newest form.
 */
export function openPostgresStore({
  log,
  clock,
  ...place
}: StoreOptions & PostgresPlace): Promise<Store> {
  return openStoreOn(postgresDialect(place), {
    ...(log === undefined ? {} : { log }),
    ...(clock === undefined ? {} : { clock }),
  });
}

/**
 * It holds the secrets of webhooks and what payers signed. SQLite gives what it makes beside the
 * file the file's own mode.
 */
function makeOwn(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // One that is there is left alone: to close it here would free the locks that this process has on
  // it.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
}
