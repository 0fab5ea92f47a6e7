import { pinoLog } from '@interline/adapters/log';
import {
  allPending,
  copyStore,
  lockFolder,
  lookAtReplica,
  type MigrationState,
  migrationStates,
  openPostgresStore,
  openStore,
  postgresDialect,
  readStore,
  replicaBehind,
  replicaForeign,
  type ReplicaState,
  sqliteDialect,
  type Store,
  type StoreCopy,
} from '@interline/adapters/store';
import type { Reads } from '@interline/core';
import type { Check, Liability } from '@interline/core/books';
import type { GasUse } from '@interline/core/transactions';
import { type Address, isRelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Config } from './config/config-schema.ts';
import { databaseOf, mainnetStore } from './deploy-mainnet.ts';
import type { Deployment } from './deployment.ts';
import { systemCode } from './system-code.ts';

export interface ServiceStore {
  readonly store: Store;
  close(): Promise<void>;
}

/** In the store's folder. */
export const storeFile = 'journal.sqlite';

/** Whether there is a store already; a database is taken to have one. */
export function hasStore({
  database,
  storeDir,
}: Pick<Deployment, 'database' | 'storeDir'>): boolean {
  return database.kind === 'postgres' || existsSync(join(storeDir, storeFile));
}

/** The store: a file behind the folder's lock, or a database. */
export async function openServiceStore(
  { database, storeDir }: Pick<Deployment, 'database' | 'storeDir'>,
  log: Log,
): Promise<ServiceStore> {
  if (database.kind === 'postgres') {
    const store = await openPostgresStore({
      url: database.url,
      schema: database.schema,
      log,
    }).catch((error: unknown) => {
      throw notOpened(error);
    });
    return { store, close: () => store.close() };
  }
  const lock = lockFolder(storeDir);
  const file = join(storeDir, storeFile);
  try {
    const store = await openStore({ file, log });
    return {
      store,
      async close() {
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw isDamaged(error) ? damaged(file, error) : error;
  }
}

function isDamaged(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(systemCode(causeOf(error)));
}

/** TypeORM wraps what the driver says of a statement, and not what it says of the file. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && 'driverError' in error ? error.driverError : error;
}

function damaged(file: string, cause: unknown): Error {
  return new Error(
    `the store ${file} is damaged (${systemCode(causeOf(cause))}) and was left as it is; move it away with its -wal and -shm, keep them, and put a copy in its place: interline restore FILE`,
    { cause },
  );
}

/** What the driver's and PostgreSQL's own codes mean to the operator who set the URL. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start it, or correct host and port',
  ENOTFOUND: 'there is no machine of that name',
  ETIMEDOUT: 'it does not answer: check host, port and firewall',
  '28P01': 'user or password are wrong',
  '28000':
    'it does not let this user in: there may be none of that name, or none from here, or it requires TLS',
  '3D000': 'it has no database of that name: create it, or correct the name',
  42501: 'the user may not create a schema or tables there',
  53300: 'it has no connection left',
};

/** The driver's words may hold the URL, so only its code is shown. */
export function notOpened(error: unknown): Error {
  if (isRelayError(error)) return error;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const meaning = code === null ? undefined : meanings[code];
  return new Error(
    `the store's PostgreSQL cannot be opened${code === null ? '' : ` (${code})`}; ${meaning ?? 'check its URL and that it is up'}`,
  );
}

/** Which migrations the store has; reads only, so a service may be at work on it. */
export async function storeMigrations({
  database,
  storeDir,
}: Pick<Deployment, 'database' | 'storeDir'>): Promise<readonly MigrationState[]> {
  if (database.kind === 'postgres')
    return migrationStates(postgresDialect(database)).catch((error: unknown) => {
      throw notOpened(error);
    });
  const file = join(storeDir, storeFile);
  return existsSync(file) ? migrationStates(sqliteDialect(file)) : allPending();
}

/** What a start would find of the store's replica; null where it has none. A service may be at work. */
export async function storeReplica({
  database,
}: Pick<Deployment, 'database'>): Promise<ReplicaState | null> {
  if (database.kind !== 'postgres' || database.replica === undefined) return null;
  return lookAtReplica(database, database.replica).catch((error: unknown) => {
    throw notOpened(error);
  });
}

/** Why a replica is not asked, for a person. */
export function replicaWords({ cause, lagMs }: ReplicaState): string {
  if (cause === replicaBehind)
    return `it lags more than it may${lagMs === null ? '' : `, by ${Math.round(lagMs / 1_000)} s`}`;
  if (cause === replicaForeign)
    return "it is no standby of the store's own database, or was promoted";
  return `it cannot be asked (${cause}); ${meanings[cause ?? ''] ?? 'check its URL and that it is up'}`;
}

/**
 * What transactions took lately, as the store has it; none where no store is there yet.
 */
export async function gasUsedLately(
  place: Pick<Deployment, 'database' | 'storeDir'>,
): Promise<readonly GasUse[]> {
  return (await lookInStore(place, (reads) => reads.transactions.gasUsedLately(readAtMost))) ?? [];
}

/** Enough for a median on every chain. */
const readAtMost = 5_000;

/** What a pair of keys has and owes, as the store has it. */
export interface KeptByKeys {
  /** By the chain when it was last compared with the books. */
  readonly holdings: readonly Pick<Check, 'book' | 'units'>[];
  /** Routes that were accepted with them and still owe something, or are not final. */
  readonly unsettled: number;
  /** Refunds that could not be paid out of their accounts yet. */
  readonly refundsHeld: readonly Liability[];
}

/** Null where there is no store. */
export async function keptByKeys(
  place: Pick<Deployment, 'database' | 'storeDir'>,
  accounts: { readonly spender: Address; readonly float: Address },
): Promise<KeptByKeys | null> {
  const own: readonly string[] = [accounts.spender, accounts.float];
  return lookInStore(place, async ({ books, transfers }) => ({
    holdings: (await books.checks()).filter(
      ({ book, units }) => units > 0n && own.includes(book.account),
    ),
    unsettled: await transfers.countUnsettled(accounts.spender),
    refundsHeld: (await books.liabilities()).filter(({ book }) => own.includes(book.account)),
  }));
}

/** Reads only, so a service may be at work on it. Null where there is no store. */
export async function lookInStore<T>(
  { database, storeDir }: Pick<Deployment, 'database' | 'storeDir'>,
  look: (reads: Reads) => Promise<T>,
): Promise<T | null> {
  if (database.kind === 'postgres')
    return readStore(postgresDialect(database), look).catch((error: unknown) => {
      if (isNoTable(error)) return null;
      throw notOpened(error);
    });
  const file = join(storeDir, storeFile);
  return existsSync(file) ? readStore(sqliteDialect(file), look) : null;
}

/** PostgreSQL's code for a table, and so a schema, that is not there. */
function isNoTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}

/** Applies what is pending, as every start does. A store in a file must not be in use. */
export async function migrateStore(
  place: Pick<Deployment, 'database' | 'storeDir'>,
): Promise<void> {
  const store = await openServiceStore(place, pinoLog('warn'));
  await store.close();
}

/**
 * Copies the store in a store's folder to `file`, which must not exist; a service may be at work
 * on it.
 */
export function backUpStore(storeDir: string, file: string): StoreCopy {
  return copyStore(join(storeDir, storeFile), file);
}

/**
 * Puts a copy where a store's file belongs. Throws where a service has the folder, or a store is
 * there.
 */
export function restoreStore(storeDir: string, file: string): StoreCopy {
  const lock = lockFolder(storeDir);
  try {
    return copyStore(file, join(storeDir, storeFile));
  } finally {
    lock.release();
  }
}

/**
 * Where the store that a config means is; one that is gone is looked for by the keys beside it.
 * Throws where it is in PostgreSQL, or several devnets left theirs.
 */
export function storeFolder(
  config: Config,
  env: NodeJS.ProcessEnv,
  by: 'store' | 'keys' = 'store',
): string {
  const database = databaseOf(config, config.profile, env);
  if (database.kind === 'postgres') throw inPostgres(database.schema);
  if (config.profile === 'mainnet') return mainnetStore(config, env).storeDir;
  const found = foldersWith(by === 'store' ? storeFile : 'keys', config.dataDir);
  const [only, ...others] = found;
  const place = `in ${config.dataDir}; name the folder of one with --data`;
  if (only === undefined)
    throw new Error(
      `there is no ${by === 'store' ? 'store' : 'folder with keys'} ${place}, or the deployment's config with --config`,
    );
  if (others.length > 0)
    throw new Error(
      `there are ${found.length} ${by === 'store' ? 'stores' : 'folders with keys'} ${place}: ${found.join(', ')}`,
    );
  return only;
}

/**
 * Where the store of the devnet in this folder is: the database of its config, else the one
 * DATABASE_URL names, else a file there.
 */
export function storeOfDevnet(
  folder: string,
  config: Pick<Config, 'database'>,
  env: NodeJS.ProcessEnv,
): Pick<Deployment, 'database' | 'storeDir'> {
  // The folder's name is the devnet's, and so is the schema's.
  return { database: databaseOf(config, basename(resolve(folder)), env), storeDir: folder };
}

/** For a person; never the database's URL. */
export function shownStore({
  database,
  storeDir,
}: Pick<Deployment, 'database' | 'storeDir'>): string {
  return database.kind === 'postgres'
    ? `PostgreSQL, schema ${database.schema}`
    : `a file in ${storeDir}`;
}

function inPostgres(schema: string): Error {
  const command = `pg_dump --format=custom --schema=${schema} --file=FILE "$DATABASE_URL"`;
  return new Error(
    `the store is in PostgreSQL, whose own tools copy it: ${command}; apps/deploy/recovery.md says more`,
  );
}

/** Every devnet has a folder of its own. */
function foldersWith(entry: string, dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const folders = readdirSync(dataDir).map((name) => join(dataDir, name));
  return folders.filter((folder) => existsSync(join(folder, entry))).sort();
}
