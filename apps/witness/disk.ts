import { open, readdir, readFile } from 'node:fs/promises';

/** How a witness reads its folder, and knows it on the disk; tests have one that fails. */
export interface Disk {
  readonly readdir: (path: string) => Promise<readonly string[]>;
  readonly readFile: (path: string) => Promise<string>;
  readonly syncFolder: (path: string) => Promise<void>;
}

export const thisDisk: Disk = {
  readdir: (path) => readdir(path),
  readFile: (path) => readFile(path, 'utf8'),
  syncFolder,
};

/**
 * Null where there is no such file or folder. Throws where that could not be told: a witness that
 * took "too many open files" for "nothing seen" would cosign a second history.
 */
export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null; // CAST: of a file system.
    throw error;
  }
}

/** What was created or linked in it is there after a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
