import { openStoreOn, type Store, type StoreOptions } from './open-store-on.ts';
import { type PostgresPlace, postgresDialect } from './sql/postgres-dialect.ts';
import { sqliteDialect } from './sql/sqlite-dialect.ts';

/**
 * The journal in one SQLite file; it and its folder are made when missing, and brought to the newest form.
 * Only one process may have it open: see `lockFolder`.
 */
export function openStore({ file, ...options }: StoreOptions & { readonly file: string }): Promise<Store> {
  return openStoreOn(sqliteDialect(file), options);
}

/** The journal in a schema of a PostgreSQL database, for any number of processes; made when missing, and brought to the newest form. */
export function openPostgresStore({ url, schema, ...options }: StoreOptions & PostgresPlace): Promise<Store> {
  return openStoreOn(postgresDialect({ url, schema }), options);
}
