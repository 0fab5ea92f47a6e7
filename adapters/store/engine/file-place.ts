import { statSync } from 'node:fs';

/**
 * The open file is no longer the one at its path, so what is written to it is lost when this
 * process ends.
 */
class FileGone extends Error {
  override readonly name = 'FileGone';
  readonly code = 'JOURNAL_GONE';
}

export interface FilePlace {
  /** Remembers which file is at the path now, and which log beside it. */
  readonly note: () => void;
  /** Throws when another file or none is there. Takes a few microseconds. */
  readonly check: () => void;
}

/**
 * SQLite goes on writing to a file that was deleted while it was open, and reports nothing; the
 * path tells.
 */
export function filePlace(file: string): FilePlace {
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
