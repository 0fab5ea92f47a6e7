import { readNote, readCheckpoint } from '@interline/adapters/transparency-log';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDurably } from './write-durably.ts';

/** The latest checkpoint that was cosigned of one log, and which one of that log it is. */
export interface SeenCheckpoint {
  /** 1, 2, 3; 0 where none was cosigned. */
  readonly number: number;
  /** With the log's signature and our cosignatures. */
  readonly note: string | null;
  readonly size: number;
  readonly root: Uint8Array | null;
}

/** Older ones are of no use, but a process that is about to write one must meet it. */
const keptBehind = 1_000;

/**
 * What was cosigned, a folder for each log and in it a file for each checkpoint, named by its number.
 * The next number can be written once: of two requests that were judged by the same state, in one
 * process or in two, one is kept and the other judged anew.
 */
export function seenCheckpoints(folder: string): {
  latest(origin: string): Promise<SeenCheckpoint>;
  /** False where another request came first. */
  advance(origin: string, from: SeenCheckpoint, note: string): Promise<boolean>;
} {
  const folderOf = (origin: string): string => join(folder, 'checkpoints', originHash(origin));
  const numbersIn = async (path: string): Promise<readonly number[]> =>
    (await readdir(path).catch(() => [])).filter((name) => /^[1-9][0-9]*$/.test(name)).map(Number);
  return {
    async latest(origin) {
      const path = folderOf(origin);
      const number = Math.max(0, ...(await numbersIn(path)));
      if (number === 0) return { number, note: null, size: 0, root: null };
      const note = await readFile(join(path, String(number)), 'utf8');
      const { size, root } = readCheckpoint(readNote(note));
      return { number, note, size, root };
    },
    async advance(origin, from, note) {
      const path = folderOf(origin);
      await mkdir(path, { recursive: true, mode: 0o700 });
      if (!(await createDurably(join(path, String(from.number + 1)), note))) return false;
      await rm(join(path, String(from.number - keptBehind)), { force: true });
      return true;
    },
  };
}

/** How a log is named where its name cannot stand. */
export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}
