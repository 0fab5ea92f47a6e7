import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type FerryUpstream, ferryUpstream } from '../support/ferry-upstream.ts';
import { fillInFerry } from '../support/fill-in-ferry.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { npmInstall, npmRun } from './npm.ts';
import { packKit } from './pack-kit.ts';

describe('a rail in its own repository', () => {
  let folder: string;
  let kit: readonly string[];
  let devnet: Devnet | undefined;
  let upstream: FerryUpstream | undefined;
  let harness: Harness | undefined;
  const railDir = (): string => join(folder, 'ferry');

  before(async function () {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'interline-own-repository-')));
    kit = await packKit(join(folder, 'kit'));
    await npmInstall(this, folder, ['--no-save', ...kit]);
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    upstream = await ferryUpstream(devnet);
  });
  after(async () => {
    await harness?.stop();
    await upstream?.stop();
    await devnet?.stop();
    await rm(folder, { recursive: true });
  });

  it('is written in an empty folder by the kit that npm packed', async function () {
    const said = await npmRun(folder, [
      'exec',
      '--',
      'interline-new-rail',
      'ferry',
      '--standalone',
    ]);

    expect(said).to.match(/^ferry: 16 files\. Next, in ferry:/);
    await npmInstall(this, railDir(), ['--save-dev', ...kit]);
    expect(await readdir(join(railDir(), 'node_modules/@interline'))).to.deep.equal([
      'kernel',
      'plugins',
      'ports',
    ]);
  });

  it('keeps the rail contract once it is filled in', async () => {
    await fillInFerry(railDir(), there(upstream).depot);

    const said = await npmRun(railDir(), ['test']);

    expect(said)
      .to.include('the rail contract, kept by ferry')
      .and.to.match(/\d+ passing/);
    expect(said).to.not.include('failing');
  });

  it('is built, packed without its tests, and carries a transfer in a service that installed it', async function () {
    await npmRun(railDir(), ['run', 'build']);
    const packed = await npmRun(railDir(), ['pack', '--silent']);
    const deployment = join(folder, 'deployment');
    await mkdir(deployment);
    await writeFile(join(deployment, 'package.json'), '{ "private": true, "type": "module" }');
    await npmInstall(this, deployment, [join(railDir(), packed.trim()), ...kit]);
    const { url, depot } = there(upstream);
    harness = await startHarness({
      devnet: there(devnet),
      deployment: { dir: deployment, settings: { ferry: { baseUrl: url } } },
    });
    const payer = await freshPayer(harness, 8453, 5_000_000n);

    const status = await harness.client.get('/api/status');
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    const installed = join(deployment, 'node_modules/interline-rail-ferry');
    expect(await readdir(installed)).to.deep.equal(['README.md', 'dist', 'package.json']);
    expect(await readdir(join(installed, 'dist'))).to.not.include('conformance.test.js');
    expect(status['rails']).to.deep.equal([{ name: 'ferry', up: true }]);
    expect(last).to.include({ status: 'DONE', aggregator: 'ferry', bridged: '4996000' });
    expect(await usdcBalance(there(devnet), 42161, payer.address)).to.equal(4_996_000n);
    expect(await usdcBalance(there(devnet), 8453, depot)).to.equal(105_000_000n - 4_000n);
  });
});

function there<T>(started: T | undefined): T {
  if (started === undefined) throw new Error('it is started before the first test');
  return started;
}
