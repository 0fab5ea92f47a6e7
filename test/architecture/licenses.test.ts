import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type InstalledPackage,
  judgePackage,
  type LockedPackage,
  productionFolders,
} from './judge-license.ts';
import { readRepoFile } from './repo-files.ts';

describe('the packages that run in production', () => {
  const { packages } = JSON.parse(readRepoFile('package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  }; // CAST: npm wrote the file and has read it before any test runs.
  const installed = productionFolders(packages).map((at) => packageAt(at, packages[at]));

  it('have a licence of the list, and none of them is known to report home', () => {
    expect(installed.flatMap(judgePackage)).to.deep.equal([]);
  });

  it('are all looked at, transitive and optional ones included', () => {
    const names = installed.map(({ name }) => name);

    expect(names).to.include.members(['koa', 'pg-int8', '@foundry-rs/anvil-linux-amd64', 'zod']);
    expect(names).not.to.include('mocha');
  });
});

describe('a package is refused for production', () => {
  const judge = (license: string | undefined, name = 'some-library'): readonly string[] =>
    judgePackage({ at: `node_modules/${name}`, name, license });

  for (const license of [
    'GPL-2.0-or-later',
    'GPL-3.0',
    'AGPL-3.0-only',
    'LGPL-3.0',
    'BUSL-1.1',
    'SSPL-1.0',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE.md',
    'MIT AND GPL-3.0',
    '(MIT AND BUSL-1.1)',
    'GPL-2.0 OR LGPL-2.1',
    '',
  ])
    it(`under "${license}"`, () => {
      expect(judge(license)).to.deep.equal([
        `node_modules/some-library: the licence ${license} is not on the list of allowed ones`,
      ]);
    });

  it('without a licence', () => {
    expect(judge(undefined)).to.deep.equal([
      'node_modules/some-library: the licence (none) is not on the list of allowed ones',
    ]);
  });

  for (const name of ['@scarf/scarf', '@sentry/node', 'posthog-node'])
    it(`when it is ${name}, whatever its licence`, () => {
      expect(judge('MIT', name)).to.deep.equal([
        `node_modules/${name}: ${name} reports from the machine it is installed on`,
      ]);
    });

  it('but not if its licence leaves an allowed choice, or an empty package stands in for it', () => {
    expect(judge('MIT OR GPL-3.0')).to.deep.equal([]);
    expect(judge('(MIT OR Apache-2.0)')).to.deep.equal([]);
    expect(judge('(BSD-3-Clause AND MIT)')).to.deep.equal([]);
    expect(
      judgePackage({
        at: 'node_modules/@scarf/scarf',
        name: 'empty-npm-package',
        license: 'ISC',
      }),
    ).to.deep.equal([]);
  });

  it('by its place in the lock file: not what only development needs, and not a workspace', () => {
    expect(
      productionFolders({
        '': { license: 'MIT' },
        'apps/http': { license: 'MIT' },
        'node_modules/@interline/http': { link: true },
        'node_modules/mocha': { dev: true },
        'node_modules/koa': {},
        'node_modules/koa/node_modules/statuses': {},
      }),
    ).to.deep.equal(['node_modules/koa', 'node_modules/koa/node_modules/statuses']);
  });
});

/** A package as its own manifest says, or as the lock says where this platform leaves it out. */
function packageAt(at: string, locked: LockedPackage | undefined): InstalledPackage {
  const path = `${at}/package.json`;
  const manifest = existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))
    ? (JSON.parse(readRepoFile(path)) as { readonly name?: string; readonly license?: unknown }) // CAST: npm read it.
    : locked;
  const name = manifest?.name ?? at.split('node_modules/').at(-1) ?? at;
  return {
    at,
    name,
    license: typeof manifest?.license === 'string' ? manifest.license : undefined,
  };
}
