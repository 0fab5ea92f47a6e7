import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface FolderLock {
  release(): void;
}

// The garbage collector closes an unreferenced database, and its lock with it, so a held one is
// referred to from here.
const held = new Set<Database.Database>();

/**
 * Makes this process the only one in the data folder; the folder is made when it is missing, for
 * its owner alone. The lock is SQLite's own on an empty `lock.db`, so the system frees it however
 * the process dies. Throws when another process has it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const holderFile = join(folder, 'lock.pid');
  const database = new Database(join(folder, 'lock.db'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new Error(
        `the data folder ${folder} is in use by ${holder(holderFile)}; stop that one first, or choose another folder`,
        { cause: error },
      );
    }
    throw error;
  }
  held.add(database);
  writeFileSync(holderFile, `${process.pid}\n`);
  return {
    release() {
      if (!held.delete(database)) return;
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

// Only a hint for the message: the file may be missing for a moment, or left behind by a process
// that died.
function holder(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8').trim()}`;
  } catch {
    return 'another process';
  }
}
