import type { Plugin } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the sources for the bundle. Views get what JSX is built to: a file that the bundler injects would be
 * in all, also in those without JSX, and be a file of the bundle for that. The keys of the word tables get
 * short names, where they are a kilobyte, gzipped. A key is a literal wherever it is used, or is made of a
 * stage or the like behind a point: those stay as they are.
 */
export function readSources(sources: string): Plugin {
  const names = namesFor(sources);
  return {
    name: 'read-sources',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) =>
        path.startsWith(sources)
          ? {
              contents:
                (path.endsWith('x') ? prelude : '') +
                readFileSync(path, 'utf8').replaceAll(
                  literal,
                  (all, key: string) => names.get(key) ?? all,
                ),
              loader: path.endsWith('x') ? 'tsx' : 'ts',
            }
          : undefined,
      );
    },
  };
}

const prelude = `import { Fragment, h } from 'preact';`;

const literal = /'([a-z]+\.[A-Za-z]+)'/g;

/** By key, its name in quotes: no other text has its form. */
function namesFor(sources: string): ReadonlyMap<string, string> {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(sources, path), 'utf8') }));
  const computed = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/`([a-z]+)\.\$\{/g)].map(([, start]) => start)),
  );
  const keys = texts
    .filter(({ path }) => /^words[\\/]en/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/^ {2}'([a-z]+\.[A-Za-z]+)':/gm)])
    .map(([, key = '']) => key)
    .filter((key) => !computed.has(key.split('.')[0]))
    .sort();
  return new Map(keys.map((key, at) => [key, `'$${at.toString(36)}'`]));
}
