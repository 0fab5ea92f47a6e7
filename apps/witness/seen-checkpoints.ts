import { readNote, readCheckpoint } from '@interline/adapters/transparency-log';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, ifThere, thisDisk } from './disk.ts';
import { createDurably, makeFolderDurably } from './write-durably.ts';

/** The latest cosigned checkpoint of one log, and its number within that log. */
export interface SeenCheckpoint {
  /** 1, 2, 3; 0 if none was cosigned. */
  readonly number: number;
  /** With the log's signature and our cosignatures. */
  readonly note: string | null;
  readonly size: number;
  readonly root: Uint8Array | null;
}

/** Older ones are useless, except that a process about to write one must find it. */
const keptBehind = 1_000;
/** Kept forever, so that a process that believes a log was never seen finds it. */
const first = 1;

/**
 * Cosigned checkpoints: a folder for each log, with a file for each checkpoint, named by its
 * number. Each number can be written only once: of two requests that were checked against the same
 * state, in one process or in two, one is stored and the other is checked again. Throws if the disk
 * fails, and then nothing may be cosigned.
 */
export function seenCheckpoints(
  folder: string,
  disk: Disk = thisDisk,
): {
  latest(origin: string): Promise<SeenCheckpoint>;
  /** Makes the latest one durable, because its writer may not have done so yet. */
  settle(origin: string): Promise<void>;
  /** False if another request came first; then nothing may be cosigned either. */
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
      // If that many came meanwhile, one with this number may have existed and been removed.
      if (Math.max(...(await numbersIn(path))) > next + keptBehind) return false;
      const over = from.number - keptBehind;
      if (over > first) await rm(join(path, String(over)), { force: true });
      return true;
    },
  };
}

/** A log's name in contexts where its origin cannot be used. */
export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

/** A file that is still being written has another name. */
export function isOriginHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
