import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isTerminal, routeStatuses } from '@interline/core/transfer';
import Database from 'better-sqlite3';

/** What a copy was found to hold. */
export interface StoreCopy {
  readonly file: string;
  readonly bytes: number;
  readonly routes: number;
  /** Routes that have not ended. */
  readonly openRoutes: number;
  /** Everything committed by then is in the copy, in epoch milliseconds. */
  readonly asOfMs: number;
}

/**
 * How long the copy waits for a lock on the file, in milliseconds. A running service holds none
 * that keeps it.
 */
const lockWithinMs = 5_000;

/**
 * Copies the SQLite store in `file`, which a service may be writing to, into one file that needs no
 * second one. It is one read transaction, so writers do not wait. `to` must not exist; it appears
 * complete, checked and on the disk, readable by its owner alone, or not at all.
 */
export function copyStore(file: string, to: string): StoreCopy {
  const target = resolve(to);
  if (!existsSync(file)) throw new Error(`there is no store at ${file}`);
  refuseTaken(target);
  const partial = join(
    dirname(target),
    `.${basename(target)}.${randomBytes(6).toString('hex')}.partial`,
  );
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    const asOfMs = copyPages(file, partial);
    const routes = examine(partial);
    sync(partial);
    refuseTaken(target);
    renameSync(partial, target);
    sync(dirname(target));
    return { file: target, bytes: statSync(target).size, ...routes, asOfMs };
  } finally {
    for (const ending of ['', '-journal']) rmSync(`${partial}${ending}`, { force: true });
  }
}

/** SQLite would apply a log that lies next to a file of another origin. */
function refuseTaken(target: string): void {
  const all = ['', '-wal', '-shm', '-journal'].map((ending) => `${target}${ending}`);
  const taken = all.find((path) => existsSync(path));
  if (taken === undefined) return;
  throw new Error(
    `${taken} exists already, and nothing is overwritten; ` +
      'move it away with its -wal and -shm, or choose another place',
  );
}

function copyPages(file: string, partial: string): number {
  const source = new Database(file, { readonly: true, fileMustExist: true, timeout: lockWithinMs });
  try {
    const asOfMs = Date.now();
    source.prepare('VACUUM INTO ?').run(partial);
    return asOfMs;
  } finally {
    source.close();
  }
}

/** Reads the whole copy; throws where it is damaged or holds no store. */
function examine(partial: string): Pick<StoreCopy, 'routes' | 'openRoutes'> {
  const copy = new Database(partial, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
    const faults = [...rowsOf(copy, 'integrity_check(1)'), ...rowsOf(copy, 'foreign_key_check')];
    if (faults.join() !== 'ok')
      throw new Error(`the copy is damaged, so the store may be too: ${faults.join('; ')}`);
    if (rowsOf(copy, 'table_info(route)').length === 0)
      throw new Error('it does not hold a store: it has no table of routes');
    // A copy of an earlier form has no archive.
    const archived =
      rowsOf(copy, 'table_info(archived_route)').length === 0
        ? '0'
        : '(SELECT count(*) FROM archived_route)';
    const open = routeStatuses.filter((status) => !isTerminal(status));
    const isOpen = `status IN (${open.map(() => '?').join()})`;
    const counted = copy.prepare(
      `SELECT count(*) + ${archived} AS routes, count(*) FILTER (WHERE ${isOpen}) AS openRoutes FROM route`,
    );
    // CAST: the two columns it names.
    return counted.get(open) as Pick<StoreCopy, 'routes' | 'openRoutes'>;
  } finally {
    copy.close();
  }
}

function rowsOf(copy: Database.Database, pragma: string): readonly string[] {
  const rows = copy.pragma(pragma) as object[]; // CAST: each of these pragmas answers rows.
  return rows.map((row) => Object.values(row).join(' '));
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
