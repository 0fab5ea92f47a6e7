import { RelayError } from '@interline/kernel';
import type { Execute } from '../statement.ts';
import { migrations } from './migrations.ts';

/** This program's migrations, by the names the database keeps. */
export const knownMigrations: readonly string[] = migrations.map(
  (Migration) => new Migration().name,
);

/** A migration's number is the end of its name, and a newer release's is above all of ours. */
const newestNumber = Math.max(...knownMigrations.map((name) => Number(name.slice(-13))));

/**
 * A newer release has migrated the store: this one would misread or overwrite what it does not
 * know, so it writes nothing.
 */
function storeNewer(unknown: readonly string[]): RelayError {
  return new RelayError(
    'STORE_NEWER',
    { migrations: unknown },
    `a newer release migrated this store (${unknown.join(', ')}), which this process does not know; update this process, or stop it`,
  );
}

/** Throws `STORE_NEWER` where the store has migrations that this program does not. */
export function assertKnown(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) throw storeNewer(unknown);
}

/** The same within a transaction, in one statement on a table of a few rows. */
export async function assertKnownStore(execute: Execute): Promise<void> {
  const { rows } = await execute(
    `SELECT name FROM migrations WHERE timestamp > ${newestNumber} ORDER BY timestamp`,
    [],
  );
  if (rows.length > 0) throw storeNewer(rows.map(({ name }) => String(name)));
}
