import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { type DataSource, QueryFailedError } from 'typeorm';
import type { Dialect } from './dialect.ts';
import { entities } from './tables.ts';
import { migrations } from './migrations/migrations.ts';

/** How long a statement waits for another process's lock, in milliseconds. */
const busyTimeoutMs = 5_000;
/** How long a stop waits for another process that reads the file, in milliseconds. */
const foldWithinMs = 500;
/** Prepared statements kept on a connection; above the number of distinct texts in this folder. */
const statementCacheSize = 400;
/**
 * Pages of log between checkpoints. A checkpoint syncs the whole file, so it is paid once for many
 * commits.
 */
const checkpointPages = 2_000;
/**
 * Memory for pages of the writer, in KiB: what a group changes must fit, or it is written twice.
 */
const cacheKib = 32_000;

const downCodes = [
  'FULL',
  'BUSY',
  'LOCKED',
  'IOERR',
  'CORRUPT',
  'NOTADB',
  'READONLY',
  'CANTOPEN',
  'NOMEM',
  'PROTOCOL',
  'INTERRUPT',
  'PERM',
  'AUTH',
].map((code) => `SQLITE_${code}`);
/** Those of a COMMIT that may have been recorded all the same. */
const doubtCodes = ['SQLITE_IOERR', 'SQLITE_NOMEM'];

/**
 * SQLite in a file: write-ahead log, every commit synced to the disk, one writer and one read-only
 * connection.
 */
export function sqliteDialect(file: string): Dialect {
  const shared = {
    type: 'better-sqlite3',
    driver: Database,
    database: file,
    timeout: busyTimeoutMs,
    statementCacheSize,
    entities,
    synchronize: false,
    logging: false,
  } as const;
  const place = filePlace(file);
  return {
    writer: {
      ...shared,
      enableWAL: true,
      migrations,
      prepareDatabase: (database: Database.Database) => {
        prepareWriter(database);
        place.note();
      },
    },
    reader: { ...shared, readonly: true, fileMustExist: true, prepareDatabase: spillToMemory },
    shared: null,
    settle: foldLog,
    begin: 'BEGIN IMMEDIATE',
    forUpdate: '',
    waitForOthers: null,
    skipLocked: '',
    // The one process has the only clock.
    leaseNow: 'CAST(:nowMs AS BIGINT)',
    isDown,
    isConflict: () => false,
    isInDoubt,
    checkPlace: place.check,
  };
}

function prepareWriter(database: Database.Database): void {
  spillToMemory(database);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${cacheKib}`);
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  // The first read creates the log, which has to exist when the place is noted.
  database.pragma('user_version');
}

/**
 * What savepoints and sorts spill stays in memory. In a temporary file it would fail every larger
 * unit once /tmp is full or read-only, on a sound disk of the store's own.
 */
function spillToMemory(database: Database.Database): void {
  database.pragma('temp_store = MEMORY');
}

/**
 * Moves the write-ahead log into the file and empties it: from then on the file alone is the whole
 * store.
 */
async function foldLog(writer: DataSource): Promise<boolean> {
  await writer.query(`PRAGMA busy_timeout = ${foldWithinMs}`);
  // Two of the columns SQLite documents; `log` is what is left in it, in pages.
  const [done] = await writer.query<{ busy: number; log: number }[]>(
    'PRAGMA wal_checkpoint(TRUNCATE)',
  );
  return done !== undefined && done.busy === 0 && done.log === 0;
}

function isDown(error: unknown): boolean {
  const cause = causeIn(error);
  // better-sqlite3 says this, without a code, once the connection was closed.
  if (cause instanceof TypeError) return cause.message === 'The database connection is not open';
  return isOneOf(downCodes, cause);
}

/**
 * A COMMIT writes its frames to the log, syncs it and enters them in the log's index. Where the
 * sync or the index fails (IOERR, NOMEM) SQLite goes back, but the frames are in the log: the next
 * COMMIT writes over them, and a crash before that has the next start read them as committed. All
 * other failures come before the last frame is whole: FULL cuts it off, BUSY writes none.
 */
function isInDoubt(error: unknown): boolean {
  return isOneOf(doubtCodes, causeIn(error));
}

function causeIn(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

/** With its extended forms, such as `SQLITE_IOERR_FSYNC`. */
function isOneOf(codes: readonly string[], cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string')
    return false;
  const { code } = cause;
  return codes.some((one) => code === one || code.startsWith(`${one}_`));
}

/**
 * The open file was moved or deleted, so what is written to it is lost when this process ends.
 */
class FileGone extends Error {
  override readonly name = 'FileGone';
  readonly code = 'JOURNAL_GONE';
}

export interface FilePlace {
  /** Remembers which file is at the path now, and which log is next to it. */
  readonly note: () => void;
  /** Throws when another file or none is there. Takes a few microseconds. */
  readonly check: () => void;
}

/**
 * SQLite continues to write to a file that was deleted while it was open, and reports nothing; only
 * the path shows it.
 */
function filePlace(file: string): FilePlace {
  // The write-ahead log holds the latest commits.
  const paths = [file, `${file}-wal`];
  let noted: readonly (string | null)[] = [];
  return {
    note() {
      noted = paths.map(identityOf);
    },
    check() {
      const now = paths.map(identityOf);
      const at = noted.findIndex((identity, index) => identity !== null && identity !== now[index]);
      if (at >= 0) throw new FileGone(`${paths[at]} was deleted or replaced while it was open`);
    },
  };
}

function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}
