import { accessSync, constants, mkdirSync } from 'node:fs';

/** Makes the folder, for its owner alone, where it is missing; throws what to do where it cannot be made or written. */
export function ownFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    throw new Error(`the data folder ${folder} cannot be made or written (${code}); give this user the right to it, or choose another (dataDir in the config, INTERLINE_DATA without one)`, { cause: error });
  }
}
