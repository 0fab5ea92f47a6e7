import { expect } from 'chai';
import { railPackage, scriptedRailPackage } from '../testing/rail-package.ts';
import { type TemporaryDeployment, temporaryDeployment } from '../testing/temporary-deployment.ts';
import { discover } from './discover.ts';

describe('discovery', () => {
  let deployment: TemporaryDeployment;

  before(async () => {
    deployment = await temporaryDeployment([
      scriptedRailPackage('stellar'),
      scriptedRailPackage('sui'),
      scriptedRailPackage('floatlane'),
      { name: 'left-pad', files: { 'package.json': '{"name":"left-pad","version":"1.0.0"}' } },
    ]);
  });

  after(() => deployment.remove());

  it("finds the rails among the deployment's own dependencies, by name", async () => {
    const found = await discover(deployment.dir);

    expect(found.map(({ name, id, api, version }) => ({ name, id, api, version }))).to.deep.equal([
      { name: 'rail-floatlane', id: 'floatlane', api: '^2.0.0', version: '0.1.0' },
      { name: 'rail-stellar', id: 'stellar', api: '^2.0.0', version: '0.1.0' },
      { name: 'rail-sui', id: 'sui', api: '^2.0.0', version: '0.1.0' },
    ]);
  });

  for (const { choice, ids } of [
    { choice: { include: ['stellar'] }, ids: ['stellar'] },
    { choice: { include: ['rail-s*'] }, ids: ['stellar', 'sui'] },
    { choice: { exclude: ['s*'] }, ids: ['floatlane'] },
    { choice: { include: ['*'], exclude: ['rail-sui', 'floatlane'] }, ids: ['stellar'] },
    { choice: { include: [] }, ids: [] },
    { choice: { exclude: ['tr.n*'] }, ids: ['floatlane', 'stellar', 'sui'] },
  ]) {
    it(`takes ${ids.join(' and ') || 'none'} by ${JSON.stringify(choice)}`, async () => {
      const found = await discover(deployment.dir, choice);

      expect(found.map(({ id }) => id)).to.deep.equal(ids);
    });
  }

  it("reads a manifest that the package's exports hide, and loads nothing by it", async () => {
    await deployment.add(railPackage('shy', { module: 'throw new Error("loaded")' }));

    const found = await discover(deployment.dir, { include: ['shy'] });

    expect(found).to.have.lengthOf(1);
  });

  it('loads a package from source where the process runs from source', async () => {
    const conditions = { '.': { 'interline-source': './source.ts', default: './built.js' } };
    const manifest = {
      name: 'rail-twofold',
      version: '0.1.0',
      type: 'module',
      exports: conditions,
      interline: { kind: 'rail', id: 'twofold', api: '^2.0.0' },
    };
    await deployment.add({
      name: 'rail-twofold',
      files: {
        'package.json': JSON.stringify(manifest),
        'source.ts': 'export const from: string = "source"',
        'built.js': 'export const from = "build"',
      },
    });

    const [found] = await discover(deployment.dir, { include: ['twofold'] });

    expect(await found?.load()).to.include({ from: 'source' });
  });

  it('brings a plugin the same copy of the kit that the host has', async () => {
    const [found] = await discover(deployment.dir, { include: ['stellar'] });

    const { rail } = (await found?.load()) as { rail: { create: unknown } };

    expect(rail).to.have.property('create');
    expect(Reflect.get(rail, Symbol.for('interline.rail'))).to.equal(true);
  });

  it('passes over a missing package that is excluded', async () => {
    const other = await temporaryDeployment([scriptedRailPackage('foo')]);
    await other.depend('rail-gone');

    const found = await discover(other.dir, { exclude: ['rail-gone'] });

    expect(found.map(({ id }) => id)).to.deep.equal(['foo']);
    await other.remove();
  });
});
