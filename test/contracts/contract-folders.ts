import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repoRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Every folder of the repo that holds Solidity of its own, relative to the root; one that is not
 * there counts as empty.
 */
export const contractFolders = ['apps/devnet/contracts', 'adapters/custody/evm/contracts'];

/**
 * The Solidity files of a folder and the folders below it, relative to the repo root, in a stable
 * order.
 */
export function contractSources(folder: string): string[] {
  return filesIn(folder, '.sol');
}

/** The checked-in artifacts of a folder, relative to the repo root. */
export function checkedInArtifacts(folder: string): string[] {
  return filesIn(join(folder, 'artifacts'), '.json');
}

function filesIn(folder: string, extension: string): string[] {
  if (!existsSync(join(repoRoot, folder))) return [];
  return readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name))
    .sort();
}
