import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from './disk.ts';

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

/**
 * Makes `path`, which is `within` or below it, with all that is missing above it, and has each of them
 * on the disk: a file that is synced in a folder whose own name is not is lost with it. Those below
 * `within` are synced though they are there, for another request may have made them just now.
 */
export async function makeFolderDurably(path: string, within: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made === undefined && path === within) return;
  const [lowest, first] = [resolve(within), resolve(made ?? path)];
  const top = first.length <= lowest.length ? dirname(first) : lowest;
  let above = resolve(path);
  do {
    above = dirname(above);
    await syncFolder(above);
  } while (above.length > top.length);
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
