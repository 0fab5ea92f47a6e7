import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, lockFolder, type StoreCopy } from '@interline/adapters/store';
import type { Config } from './config/config-schema.ts';
import { databaseOf } from './config/database-of.ts';
import { mainnetLedger } from './mainnet-ledger.ts';
import { storeFile } from './open-ledger.ts';

/**
 * Copies the store in a ledger's folder to `file`, which must not exist; a service may be at work
 * on it.
 */
export function backUpLedger(ledgerDir: string, file: string): StoreCopy {
  return copyStore(join(ledgerDir, storeFile), file);
}

/**
 * Puts a copy where a ledger's journal belongs. Throws where a service has the folder, or a store
 * is there.
 */
export function restoreLedger(ledgerDir: string, file: string): StoreCopy {
  const lock = lockFolder(ledgerDir);
  try {
    return copyStore(file, join(ledgerDir, storeFile));
  } finally {
    lock.release();
  }
}

/**
 * Where the store that a config means is. Throws where it is in PostgreSQL, or several devnets
 * left theirs.
 */
export function ledgerFolder(config: Config, env: NodeJS.ProcessEnv): string {
  const database = databaseOf(config, config.profile, env);
  if (database.kind === 'postgres') throw inPostgres(database.schema);
  if (config.profile === 'mainnet') return mainnetLedger(config, env).ledgerDir;
  const found = ledgersIn(config.dataDir);
  const [only, ...others] = found;
  const place = `in ${config.dataDir}; name the folder of one with --data`;
  if (only === undefined)
    throw new Error(
      `there is no journal ${place} (to restore: where it was), or the deployment's config with --config`,
    );
  if (others.length > 0)
    throw new Error(`there are ${found.length} journals ${place}: ${found.join(', ')}`);
  return only;
}

function inPostgres(schema: string): Error {
  const command = `pg_dump --format=custom --schema=${schema} --file=FILE "$DATABASE_URL"`;
  return new Error(
    `the journal is in PostgreSQL, whose own tools copy it: ${command}; apps/deploy/README.md says more`,
  );
}

/** Every devnet has a folder of its own. */
function ledgersIn(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const folders = readdirSync(dataDir).map((name) => join(dataDir, name));
  return folders.filter((folder) => existsSync(join(folder, storeFile))).sort();
}
