import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const neededBytes = 512 * 1024 * 1024;

/**
 * Where tests keep their stores: in memory where the system has room for it, because every commit
 * of a store waits for its disk.
 */
export const fastFolder = hasRoom(inMemory) ? inMemory : tmpdir();

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= neededBytes;
}
