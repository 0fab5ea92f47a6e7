import { expect } from 'chai';
import { basename } from 'node:path';
import { anchorsOf, type Citable, citationsIn, judgeCitation } from './citations-in.ts';
import { readRepoFile, repoFiles } from './repo-files.ts';

/** Written by tools, or made to be refused. */
const unread =
  /^apps\/client\/generated\/|^\.github\/CHANGELOG\.md$|^test\/architecture\/(citations|forbidden-sources)|\/recorded\//;

describe('what comments and documents cite', () => {
  const files = repoFiles();
  const citable: Citable = {
    files,
    decisions: numbersOf(
      files.filter((path) => basename(path) === 'DECISIONS.md').map(readRepoFile),
    ),
    anchors: (path) => anchorsOf(readRepoFile(path)),
  };
  const citing = files
    .filter((path) => /\.(ts|md)$/.test(path) && !unread.test(path))
    .map((path) => ({ path, citations: citationsIn(path, readRepoFile(path)) }));

  it('is in the repo: links, paths and numbers of decisions', () => {
    const lost = citing.flatMap(({ path, citations }) =>
      citations.flatMap((citation) => judgeCitation(path, citation, citable) ?? []),
    );

    expect(lost).to.deep.equal([]);
  });

  it('is found at all', () => {
    const kinds = new Set(citing.flatMap(({ citations }) => citations.map(({ kind }) => kind)));

    expect([...kinds].sort()).to.deep.equal(['decision', 'link', 'path']);
  });
});

describe('a citation is refused', () => {
  const citable: Citable = {
    files: ['README.md', 'core/README.md', 'core/transfer/quote/rank-quotes.ts', 'test/http/x.ts'],
    decisions: new Set(['4']),
    anchors: () => anchorsOf('# core: the words\n\n## To add a value\n'),
  };
  const judge = (path: string, text: string): readonly string[] =>
    citationsIn(path, text).flatMap((citation) => judgeCitation(path, citation, citable) ?? []);

  for (const [path, text, why] of [
    [
      'README.md',
      'see [core](cores/README.md)',
      'README.md:1: the link to cores/README.md leads nowhere',
    ],
    [
      'README.md',
      'see [core](core/README.md#to-add)',
      'README.md:1: core/README.md has no heading #to-add',
    ],
    [
      'core/README.md',
      'the `core/transfers` folder',
      'core/README.md:1: there is no core/transfers',
    ],
    [
      'core/README.md',
      'run `npx mocha core/none/*.test.ts`',
      'core/README.md:1: there is no core/none/*.test.ts',
    ],
    ['core/a.ts', '/** As `rank-offers.ts` does. */', 'core/a.ts:1: there is no rank-offers.ts'],
    ['core/a.ts', '\n// kept by test/http/y.ts', 'core/a.ts:2: there is no test/http/y.ts'],
    ['core/a.ts', 'const a = 1; // decision 5', 'core/a.ts:1: no DECISIONS.md has a number 5'],
    ['core/a.ts', ' * (DECISIONS 12).', 'core/a.ts:1: no DECISIONS.md has a number 12'],
    ['core/a.ts', '// DESIGN section 3', 'core/a.ts:1: "DESIGN section 3" is not in the repo'],
    [
      'core/a.ts',
      '// see findings/edges.md',
      'core/a.ts:1: "findings/edges.md" is not in the repo',
    ],
    ['core/a.ts', '// finding 10', 'core/a.ts:1: "finding 10" is not in the repo'],
    [
      'core/a.ts',
      '/** It sends (spec, execute rules 1 and 2). */',
      'core/a.ts:1: "(spec, execute rules 1" is not in the repo',
    ],
  ] as const)
    it(`in ${path}: ${text.trim()}`, () => {
      expect(judge(path, text)).to.deep.equal([why]);
    });

  it('but not if it leads somewhere, is a placeholder, a package or code', () => {
    expect(
      judge('README.md', '[core](core/README.md#to-add-a-value), [up](https://example.org/x.md)'),
    ).to.deep.equal([]);
    expect(
      judge(
        'core/README.md',
        '`core/transfer`, `transfer/quote/`, `rank-quotes.ts`, `core/*/quote/*.ts`',
      ),
    ).to.deep.equal([]);
    expect(
      judge('core/README.md', '`core/<module>/index.ts`, `@interline/core`, `text/html`, `N/A`'),
    ).to.deep.equal([]);
    expect(judge('core/README.md', '```\ncore/none.ts\n[x](none.md)\n```')).to.deep.equal([]);
    expect(judge('core/a.ts', '// decision 4 of core/README.md')).to.deep.equal([]);
    expect(judge('core/a.ts', "const path = 'core/none.ts';")).to.deep.equal([]);
  });
});

function numbersOf(documents: readonly string[]): ReadonlySet<string> {
  return new Set(
    documents.flatMap((text) => [...text.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number)),
  );
}
