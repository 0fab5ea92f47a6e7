import { readNote, readCheckpoint } from '@interline/adapters/transparency-log';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, ifThere, thisDisk } from './disk.ts';
import { createDurably, makeFolderDurably } from './write-durably.ts';

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
/** Kept for ever: whoever takes a log for one that was never seen meets it. */
const first = 1;

/**
 * What was cosigned, a folder for each log and in it a file for each checkpoint, named by its number.
 * The next number can be written once: of two requests that were judged by the same state, in one
 * process or in two, one is kept and the other judged anew. Throws where the disk fails, and then
 * nothing may be cosigned.
 */
export function seenCheckpoints(
  folder: string,
  disk: Disk = thisDisk,
): {
  latest(origin: string): Promise<SeenCheckpoint>;
  /** Has the latest one on the disk: whoever wrote it may not have come to that yet. */
  settle(origin: string): Promise<void>;
  /** False where another request came first: nothing may be cosigned then either. */
  advance(origin: string, from: SeenCheckpoint, note: string): Promise<boolean>;
} {
  const folderOf = (origin: string): string => join(folder, 'checkpoints', originHash(origin));
  const numbersIn = async (path: string): Promise<readonly number[]> =>
    ((await ifThere(disk.readdir(path))) ?? [])
      .filter((name) => /^[1-9][0-9]*$/.test(name))
      .map(Number);
  return {
    async latest(origin) {
      const path = folderOf(origin);
      const number = Math.max(0, ...(await numbersIn(path)));
      if (number === 0) return { number, note: null, size: 0, root: null };
      const note = await disk.readFile(join(path, String(number)));
      const { size, root } = readCheckpoint(readNote(note));
      return { number, note, size, root };
    },
    async settle(origin) {
      const path = folderOf(origin);
      await disk.syncFolder(path);
      await makeFolderDurably(path, folder);
    },
    async advance(origin, from, note) {
      const path = folderOf(origin);
      const next = from.number + 1;
      if (next === first) await makeFolderDurably(path, folder);
      if (!(await createDurably(join(path, String(next)), note))) return false;
      // Where so many came meanwhile, one of this number may have been there, and be removed.
      if (Math.max(...(await numbersIn(path))) > next + keptBehind) return false;
      const over = from.number - keptBehind;
      if (over > first) await rm(join(path, String(over)), { force: true });
      return true;
    },
  };
}

/** How a log is named where its name cannot stand. */
export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

/** A file that is still being written is named otherwise. */
export function isOriginHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
