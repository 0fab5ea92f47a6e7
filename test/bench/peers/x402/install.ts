import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { progress } from '../../bench-command.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const cache = fileURLToPath(new URL('../../../../.cache/bench-peers/', import.meta.url));
const manifests = ['package.json', 'package-lock.json'] as const;

/**
 * The folder in which x402's packages are installed as their lock says; installs them there the first time, apart
 * from everything that this repository depends on.
 */
export async function installedX402(): Promise<string> {
  const folder = join(cache, `x402-${lockName()}`);
  if (existsSync(folder)) return folder;
  progress('installing x402, once');
  const begun = `${folder}-${process.pid}`;
  mkdirSync(begun, { recursive: true });
  for (const name of manifests) copyFileSync(join(here, name), join(begun, name));
  try {
    // Its viem and ox name peers that this npm would refuse.
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps'], {
      cwd: begun,
    });
    renameSync(begun, folder);
  } catch (error) {
    rmSync(begun, { recursive: true, force: true });
    throw new Error('x402 could not be installed: bench:peers needs the npm registry once', {
      cause: error,
    });
  }
  return folder;
}

/** Version of the package as it is installed. */
export function installedVersion(folder: string, name: string): string {
  const manifest = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { version: string }; // CAST: npm's own file.
  return manifest.version;
}

/** Another lock is another folder. */
function lockName(): string {
  return createHash('sha256')
    .update(readFileSync(join(here, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12);
}
