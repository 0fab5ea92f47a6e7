import { open, readdir, readFile } from 'node:fs/promises';

/** How a witness reads its folder and makes it durable; tests use one that fails. */
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
 * Null if the file or folder does not exist. Throws if that cannot be determined: a witness that
 * treated "too many open files" as "nothing seen" would cosign a second history.
 */
export async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null; // CAST: of a file system.
    throw error;
  }
}

/** Makes what was created or linked in the folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
