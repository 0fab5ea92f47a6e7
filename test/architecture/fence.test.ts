import { expect } from 'chai';
import { unimported } from './rules/libraries.ts';
import { rooms } from './rules/rooms.ts';
import { judgeManifest, packagesOf } from './judge-manifest.ts';
import { judgeSource } from './judge-source.ts';
import { judgeVersions } from './judge-versions.ts';
import { repoFiles, repoSources } from './repo-files.ts';
import { isIn, roomOf } from './room-of.ts';
import { readManifest, repoWorkspaces } from './workspace.ts';

const files = repoFiles();
const sources = repoSources();
const workspaces = repoWorkspaces(files);
const root = readManifest('package.json');

describe('the fence between the rooms', () => {
  for (const { at, law } of rooms) {
    it(`holds in ${at}: ${law}`, () => {
      const inside = [...sources].filter(([path]) => roomOf(path)?.room.at === at);

      const breaches = inside.flatMap(([path, facts]) => judgeSource(path, facts));

      expect(breaches).to.deep.equal([]);
    });
  }

  it('has a row for every workspace and every source file below the root', () => {
    const homeless = [
      ...workspaces.map(({ folder }) => `${folder}/package.json`),
      ...sources.keys(),
    ].filter((path) => path.includes('/') && !path.startsWith('.') && roomOf(path) === undefined);

    expect(homeless).to.deep.equal([]);
  });

  it('calls every workspace what its package.json says', () => {
    for (const { folder, manifest } of workspaces) {
      expect(roomOf(`${folder}/package.json`)?.name, folder).to.equal(manifest.name);
    }
  });

  it('sees a plausible number of files and imports, and some of every workspace', () => {
    const seen = [...sources].filter(([, { imports }]) => imports.length > 0);
    const unseen = workspaces.filter(
      ({ folder }) => ![...sources.keys()].some((path) => isIn(folder, path)),
    );

    expect(sources.size).to.be.greaterThan(100);
    expect(seen.length).to.be.greaterThan(100);
    // Eleven rooms, and as many rails as are installed.
    expect(workspaces.length).to.be.at.least(11);
    expect(unseen).to.deep.equal([]);
  });
});

describe('what the workspaces declare', () => {
  for (const workspace of workspaces) {
    it(`is what ${workspace.folder} imports`, () => {
      expect(judgeManifest(workspace, root, sources)).to.deep.equal([]);
    });
  }

  it('has one exact version of each library, and * for each other', () => {
    const manifests = new Map([
      ['package.json', root],
      ...workspaces.map(({ folder, manifest }) => [`${folder}/package.json`, manifest] as const),
    ]);

    expect(judgeVersions(manifests)).to.deep.equal([]);
  });

  for (const { folder, name, why } of unimported) {
    it(`still has ${name} in ${folder}, ${why}`, () => {
      const workspace = workspaces.find((found) => found.folder === folder);
      const imported = packagesOf([...sources].filter(([path]) => isIn(folder, path)));

      expect({
        ...workspace?.manifest.dependencies,
        ...workspace?.manifest.optionalDependencies,
        ...workspace?.manifest.devDependencies,
      }).to.have.property(name);
      expect(imported.has(name), 'is imported after all: the exception can go').to.equal(false);
    });
  }
});
