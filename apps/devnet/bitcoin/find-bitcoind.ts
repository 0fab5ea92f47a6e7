import { accessSync, constants } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** How to run bitcoind: `file`, with `before` preceding bitcoind's own arguments. */
export type Bitcoind = { file: string; before: readonly string[] };

/** Advice about a missing bitcoind. */
export const wantedBitcoind =
  'run "npm run bitcoind", or put bitcoind on PATH, or set BITCOIND to the path of the program';

/** The first version that relays transactions of version 3, as Core numbers its versions. */
const leastVersion = 280_000;

/** Why a node with that version is too old, from its `getnetworkinfo`; null if it is not. */
export function tooOld(version: number): string | null {
  return version >= leastVersion
    ? null
    : `bitcoind is of version ${Math.floor(version / 10_000)} and relays no transaction of version 3, which the service sends; wanted 28 or later: ${wantedBitcoind}`;
}

/**
 * The bitcoind program: `BITCOIND` if set, else on the PATH, else what `npm run bitcoind` unpacked.
 * Null when there is none; throws when `BITCOIND` names no program that can be run.
 */
export function findBitcoind(
  env: NodeJS.ProcessEnv = process.env,
  unpacked = unpackedFolder(),
): Bitcoind | null {
  if (env.BITCOIND) {
    if (isExecutable(env.BITCOIND)) return { file: env.BITCOIND, before: [] };
    throw new Error(
      `BITCOIND names ${env.BITCOIND}, which is not a program that can be run; ${wantedBitcoind}`,
    );
  }
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'bitcoind'))
    .find(isExecutable);
  if (onPath !== undefined) return { file: onPath, before: [] };
  return bitcoindIn(unpacked);
}

// Newer than the system's libc, so it is started with the loader that was unpacked with it.
function bitcoindIn(folder: string): Bitcoind | null {
  const file = join(folder, 'loader');
  const program = join(folder, 'usr', 'bin', 'bitcoind');
  if (!isExecutable(file) || !isExecutable(program)) return null;
  return { file, before: ['--library-path', join(folder, 'lib'), program] };
}

function unpackedFolder(): string {
  const manifest = findPackageJSON('.', import.meta.url) ?? '';
  return join(dirname(manifest), '..', '..', '.cache', 'bitcoind');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
