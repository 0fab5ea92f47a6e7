import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from './disk.ts';

/**
 * Writes a file completely and durably, or not at all. False, with nothing written, if it exists:
 * of several processes that write one name, one succeeds.
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
 * Creates `path`, which is `within` or below it, with all missing parents, and makes each of them
 * durable: a synced file is lost if its folder's own name is not synced. Existing folders below
 * `within` are synced too, because another request may have just created them.
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
