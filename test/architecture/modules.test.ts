import { posix } from 'node:path';
import { expect } from 'chai';
import { judgeSource } from './judge-source.ts';
import { circlesIn, moduleArrows } from './module-arrows.ts';
import { readSource } from './read-source.ts';
import { repoFiles, repoSources } from './repo-files.ts';

describe('the modules of the core', () => {
  it('each have a row in the table of arrows, and a door', () => {
    const modules = new Set(
      repoFiles().flatMap((path) => /^core\/([a-z-]+)\/.*\.ts$/.exec(path)?.[1] ?? []),
    );
    modules.delete('kernel');

    expect([...modules].sort()).to.deep.equal(Object.keys(moduleArrows).sort());
    for (const name of modules) expect(repoFiles()).to.include(`core/${name}/index.ts`);
  });

  it('know each other in one direction only', () => {
    expect(circlesIn(new Map(Object.entries(moduleArrows)))).to.deep.equal([]);
  });

  it('are the only reason for the arrows: every arrow is used by an import', () => {
    const used = new Set(
      [...repoSources()].flatMap(([path, { imports }]) =>
        imports.map(({ specifier }) => {
          const [, from] = /^core\/([a-z-]+)\//.exec(path) ?? [];
          const target = posix.join(posix.dirname(path), specifier ?? '');
          const [, to] = /^core\/([a-z-]+)\/index\.ts$/.exec(target) ?? [];
          return `${from} -> ${to}`;
        }),
      ),
    );
    const drawn = Object.entries(moduleArrows).flatMap(([from, to]) =>
      to.map((one) => `${from} -> ${one}`),
    );

    expect(drawn.filter((arrow) => !used.has(arrow))).to.deep.equal([]);
  });
});

describe('an import within the core', () => {
  const refused = (path: string, text: string): readonly string[] =>
    judgeSource(path, readSource(path, text));

  it('reaches another module through its door', () => {
    expect(refused('core/transfer/a.ts', "import '../transactions/sender.ts';")).to.deep.equal([
      'core/transfer/a.ts:1: ../transactions/sender.ts: other modules are reached through core/transactions/index.ts',
    ]);
    expect(refused('core/transfer/a.ts', "import '../transactions/index.ts';")).to.deep.equal([]);
  });

  it('follows an arrow, even if it imports only a type', () => {
    expect(
      refused('core/transactions/a.ts', "import type { Route } from '../transfer/index.ts';"),
    ).to.deep.equal([
      'core/transactions/a.ts:1: ../transfer/index.ts: transactions has no arrow to transfer',
    ]);
    expect(
      refused('core/books/x/a.ts', "type R = import('../../webhooks/index.ts').Hook;"),
    ).to.deep.equal([
      'core/books/x/a.ts:1: ../../webhooks/index.ts: books has no arrow to webhooks',
    ]);
  });

  it('is free for what composes the core, at the doors', () => {
    expect(refused('core/store.ts', "import './webhooks/index.ts';")).to.deep.equal([]);
    expect(refused('core/store.ts', "import './webhooks/hook.ts';")).to.have.length(1);
  });
});

describe('the files of the repository', () => {
  it('import each other in no circle, by value or by type', () => {
    const imports = new Map(
      [...repoSources()].map(([path, facts]) => [
        // It uses nothing of what it imports: it tells the bundler what is to stand in one file.
        path === 'apps/console/src/shared.ts' ? 'the list of shared files' : path,
        facts.imports.flatMap(({ specifier }) =>
          specifier?.startsWith('.') === true ? [posix.join(posix.dirname(path), specifier)] : [],
        ),
      ]),
    );

    expect(circlesIn(imports)).to.deep.equal([]);
  });

  it('are found in a circle if they are in one', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);

    expect(circlesIn(imports)).to.deep.equal([['a', 'b', 'c']]);
  });
});
