import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRailId, railIdRule } from '../admission/package-field.ts';
import { showFound } from '../admission/show-found.ts';
import { packageName, type RailHome, templateFiles } from './template-files.ts';

export interface NewRailOptions {
  readonly id: string;
  /** The folder that gets the new package's folder. */
  readonly into: string;
  readonly home: RailHome;
}

export interface NewRail {
  readonly dir: string;
  readonly packageName: string;
  /** Paths in the package; files with gaps to fill in are listed separately. */
  readonly files: readonly string[];
  readonly unfinished: readonly string[];
}

/** The request for a new rail cannot be met; the message says why. */
export class NewRailRefused extends Error {
  override readonly name = 'NewRailRefused';
}

/**
 * Writes a rail package that is admitted unchanged and fails its tests only where it must be filled
 * in.
 */
export async function newRail({ id, into, home }: NewRailOptions): Promise<NewRail> {
  if (!isRailId(id))
    throw new NewRailRefused(`${showFound(id)} is not a rail id; wanted ${railIdRule}`);
  const dir = resolve(into, id);
  const files = await templateFiles(id, home);
  await makeFolder(into, dir);
  for (const [path, text] of files) await writeFile(join(dir, path), text, { flag: 'wx' });
  const unfinished = [...files]
    .filter(([, text]) => text.includes('FILL IN'))
    .map(([path]) => path);
  return { dir, packageName: packageName(id, home), files: [...files.keys()], unfinished };
}

async function makeFolder(into: string, dir: string): Promise<void> {
  await mkdir(into, { recursive: true });
  try {
    await mkdir(dir);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new NewRailRefused(`${dir} is there already; nothing was written`, { cause });
    throw cause;
  }
}
