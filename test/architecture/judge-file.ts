import { basename } from 'node:path';
import { emptyNames, topLevel } from './rules/file-names.ts';
import type { SourceFacts } from './read-source.ts';

/** What is wrong with where a file stands and what it is called. */
export function judgePath(path: string): readonly string[] {
  const [top = ''] = path.split('/');
  const names = path.split('/').map((segment) => segment.replace(/\..*$/, ''));
  return [
    ...(top.startsWith('.') || topLevel.includes(top)
      ? []
      : [`${path}: ${top} is no entry of the root folder`]),
    ...names
      .filter((name) => emptyNames.includes(name))
      .map((name) => `${path}: "${name}" does not say what is inside`),
  ];
}

/** What is wrong with the shape of a source file. */
export function judgeShape(
  path: string,
  { defaultExports, ownStatements }: SourceFacts,
): readonly string[] {
  // A declaration file describes a third-party module, and config files are read by tools that
  // want a default.
  const mayDefault = /\.config\.[cm]?[jt]s$/.test(path) || path.endsWith('.d.ts');
  return [
    ...(mayDefault ? [] : defaultExports).map(
      (line) => `${path}:${line}: a default export has no name to look for`,
    ),
    ...(basename(path) === 'index.ts' ? ownStatements : []).map(
      (line) => `${path}:${line}: index.ts only re-exports`,
    ),
  ];
}
