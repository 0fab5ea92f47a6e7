import { execFile } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startDevnet, type Devnet } from '@interline/devnet';
import { textField } from '@interline/cli';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { fillInFerry } from '../support/fill-in-ferry.ts';
import { type FerryUpstream, ferryUpstream } from '../support/ferry-upstream.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe('a rail written from the template', () => {
  let devnet: Devnet;
  let upstream: FerryUpstream;
  let deployment: TemporaryDeployment;
  let harness: Harness;

  before(async () => {
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    upstream = await ferryUpstream(devnet);
    deployment = await temporaryDeployment();
    await promisify(execFile)(
      process.execPath,
      [join(packageDir('@interline/plugins'), 'bin/new-rail.js'), 'ferry'],
      { cwd: deployment.dir },
    );
    const railDir = join(deployment.dir, 'rails/ferry');
    await fillInFerry(railDir, upstream.depot);
    await deployment.link('@interline/rail-ferry', railDir);
    harness = await startHarness({
      devnet,
      deployment: { dir: deployment.dir, settings: { ferry: { baseUrl: upstream.url } } },
    });
  });
  after(async () => {
    await harness.stop();
    await deployment.remove();
    await upstream.stop();
    await devnet.stop();
  });

  it('is discovered, admitted, quoted and executed, with no line changed outside its package', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);

    const status = await harness.client.get('/api/status');
    const { quote, receipt } = await send(harness, payer, {
      from: 8453,
      to: 42161,
      units: 5_000_000n,
    });
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(status['rails']).to.deep.equal([{ name: 'ferry', up: true }]);
    expect(quote).to.deep.include({ bridge: 'ferry', executeReady: true, svcRouteFee: '4000' });
    expect(last).to.include({
      status: 'DONE',
      stage: 'DELIVERED',
      aggregator: 'ferry',
      bridged: '4996000',
    });
    expect(await usdcBalance(devnet, 8453, payer.address)).to.equal(0n);
    expect(await usdcBalance(devnet, 42161, payer.address)).to.equal(4_996_000n);
    expect(await usdcBalance(devnet, 8453, upstream.depot)).to.equal(105_000_000n - 4_000n);
  });
});

function packageDir(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`${name} is not installed`);
  return dirname(manifest);
}
