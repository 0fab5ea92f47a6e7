import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whole or not at all, whenever it is cut off; once it resolves, a power cut does not take it back. */
export async function writeWhole(path: string, what: object): Promise<void> {
  await write(path, what);
  await syncFolder(dirname(path));
}

/** The same for a name that is not there yet; false where it is: one of several processes gets it. */
export async function writeNew(path: string, what: object): Promise<boolean> {
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  await write(fresh, what);
  try {
    await link(fresh, path);
  } catch (error) {
    // CAST: what the file system throws.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

/** The same for many of one folder, by their names. */
export async function writeEach(
  folder: string,
  files: readonly (readonly [name: string, what: object])[],
): Promise<void> {
  for (const [name, what] of files) await write(join(folder, name), what);
  await syncFolder(folder);
}

/** The files of a folder with that ending; none where there is no such folder. */
export async function namesIn(folder: string, ending: string): Promise<readonly string[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  return names.filter((name) => name.endsWith(ending));
}

/** Null where there is none, also where another command took it since its name was read. */
export async function readKept<Kept>(path: string): Promise<Kept | null> {
  const text = await ifThere(readFile(path, 'utf8'));
  return text === null ? null : (JSON.parse(text) as Kept); // CAST: a file of our own.
}

/** False where it is not there any more: another command took it. */
export async function move(from: string, to: string): Promise<boolean> {
  return (await ifThere(rename(from, to).then(() => true))) ?? false;
}

async function ifThere<Answer>(looking: Promise<Answer>): Promise<Answer | null> {
  return looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function write(path: string, what: object): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(what));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

/** A name is in its folder, which is a file of its own. Windows opens no folder. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
