import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isIn } from './room-of.ts';
import { bundles } from './rules/file-names.ts';
import { readSource, type SourceFacts } from './read-source.ts';

const repoRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Every file of the repo, new ones included and ignored ones not, relative to the root. */
export function repoFiles(): readonly string[] {
  // A clone in a container often belongs to another user, and git then refuses to list it.
  const list = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ];
  const paths = execFileSync('git', list, { cwd: repoRoot, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  return [...new Set(paths)].filter((path) => existsSync(join(repoRoot, path))).sort();
}

export function readRepoFile(path: string): string {
  return readFileSync(join(repoRoot, path), 'utf8');
}

let read: ReadonlyMap<string, SourceFacts> | undefined;

/**
 * The TypeScript of the repo, templates of it included, and the plain JavaScript of its bins; read
 * once for all checks.
 */
export function repoSources(): ReadonlyMap<string, SourceFacts> {
  const paths = (): string[] =>
    repoFiles().filter(
      (path) =>
        /\.([cm]?[jt]sx?|ts\.tmpl)$/.test(path) && !bundles.some((folder) => isIn(folder, path)),
    );
  return (read ??= new Map(paths().map((path) => [path, readSource(path, readRepoFile(path))])));
}
