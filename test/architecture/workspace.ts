import { dirname } from 'node:path';
import { readRepoFile } from './repo-files.ts';

/** What a package.json says, as far as the fence cares. */
export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Declared;
  readonly optionalDependencies?: Declared;
  readonly peerDependencies?: Declared;
  readonly devDependencies?: Declared;
}

export interface Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
}

type Declared = Readonly<Record<string, string>>;

export function readManifest(path: string): Manifest {
  // CAST: npm itself has read our package.json before any test runs.
  return JSON.parse(readRepoFile(path)) as Manifest;
}

/** The workspaces that the root package.json names, by the package.json files that are there. */
export function repoWorkspaces(files: readonly string[]): readonly Workspace[] {
  const patterns = readManifest('package.json').workspaces ?? [];
  return files
    .filter(
      (path) =>
        path.endsWith('/package.json') &&
        patterns.some((pattern) => isMatch(pattern, dirname(path))),
    )
    .map((path) => ({ folder: dirname(path), manifest: readManifest(path) }));
}

function isMatch(pattern: string, folder: string): boolean {
  return new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(folder);
}
