import { link, open, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole and on the disk, or not at all. False, and nothing written, where it is there
 * already: of several processes that write one name, one does.
 */
export async function createDurably(path: string, text: string): Promise<boolean> {
  const fresh = await writeFresh(path, text);
  try {
    await link(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false; // CAST: of a file system.
    throw error;
  } finally {
    await rm(fresh);
  }
  await syncFolder(dirname(path));
  return true;
}

async function writeFresh(path: string, text: string): Promise<string> {
  const fresh = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return fresh;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
