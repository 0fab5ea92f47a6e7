import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './system-code.ts';

/**
 * Makes the folder, for its owner alone, where it is missing; throws what to do where it cannot be
 * made or written.
 */
export function ownFolder(folder: string): void {
  try {
    makeFolder(folder);
    // With the dot a file of that name is none either.
    accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `the data folder ${folder} cannot be made or written (${systemCode(error)}); give this user the right to it, or choose another (dataDir in the config, INTERLINE_DATA without one)`,
      { cause: error },
    );
  }
}

/**
 * One by one: Node's own `recursive` never ends where the system says of a folder that is there
 * that it is not, as under /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Of several processes that start together another one may have been first.
    if (!existsSync(folder)) throw error;
  }
}
