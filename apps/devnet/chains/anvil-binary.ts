import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const platformPackage = '@foundry-rs/anvil-linux-amd64';

/**
 * The anvil program: `ANVIL` if set, else the npm package, else on the PATH. Throws with
 * installation advice.
 */
export function anvilBinary(env: NodeJS.ProcessEnv = process.env): string {
  if (env.ANVIL) {
    if (isExecutable(env.ANVIL)) return env.ANVIL;
    throw new Error(`ANVIL names ${env.ANVIL}, which is not a program that can be run`);
  }

  const found = [packagedAnvil(), ...onPath(env.PATH ?? '')].find(
    (path) => path !== undefined && isExecutable(path),
  );
  if (found !== undefined) return found;
  throw new Error(
    `the devnet needs anvil, and neither the npm package ${platformPackage} nor the PATH has it; ` +
      'install Foundry (getfoundry.sh), or set ANVIL to the path of the program',
  );
}

// The package of another platform is not installed, because it is an optional dependency.
function packagedAnvil(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${platformPackage}/package.json`);
    return join(dirname(manifest), 'bin', 'anvil');
  } catch {
    return undefined;
  }
}

function onPath(path: string): string[] {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, 'anvil'));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
