import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startDevnet, type Devnet } from '@interline/devnet';
import { textField } from '@interline/cli';
import { temporaryDeployment, type TemporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
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
    for (const [file, filled] of Object.entries(bodies(upstream.depot)))
      await fillIn(join(railDir, file), filled);
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

interface Filled {
  readonly imports: string;
  readonly body: string;
}

/** What the author of a rail to this upstream would write. */
function bodies(depot: string): Readonly<Record<string, Filled>> {
  return {
    'price-transfer.ts': {
      imports: "import { answer, asUnits, feeOf } from '@interline/plugins';",
      body: `const fee = feeOf(request.amount, host.context.standardFeeBps);
      const output = asUnits(request.amount - fee);
      return answer({ kind: 'firm', rail: manifest.id, bridge: manifest.id, via: [], input: request.amount, output, minOutput: output, fee, durationSec: 60, expiresAtMs: host.context.clock.now() + 30_000, memo: {} });`,
    },
    'plan-transfer.ts': {
      imports: "import { answer, asAmount, evmAddress, evmChainId } from '@interline/plugins';",
      body: `const deposit = order.amount - quote.fee;
      const ref = { id: order.routeId, source: evmChainId(order.lane.from), destination: evmChainId(order.lane.to), deposit: deposit.toString(), payout: quote.output.toString(), recipient: order.recipient };
      return answer({ pullTo: 'spender', keeps: 'durable', charges: [], output: quote.output, fee: quote.fee, steps: [
        { kind: 'deposit', token: order.from, to: evmAddress('${depot}'), units: asAmount(deposit) },
        { kind: 'track', ref, pollMs: 100 },
      ] });`,
    },
    'track-transfer.ts': {
      imports: '',
      body: `const query = new URLSearchParams(Object.entries(ref).map(([name, value]) => [name, String(value)]));
      const response = await host.context.http.request({ url: \`\${host.settings.baseUrl}/transfer?\${query}\`, method: 'GET', deadlineMs: 3_000 }, host.signal);
      const said = JSON.parse(response.body) as { state: string; destTx?: string };
      return said.state === 'arrived' && said.destTx !== undefined ? { status: 'DONE', stage: 'ARRIVED', destTx: said.destTx } : { status: 'BRIDGING', stage: 'SENDING' };`,
    },
    'check-health.ts': { imports: '', body: "return { isUp: host.settings.baseUrl !== '' };" },
  };
}

async function fillIn(path: string, { imports, body }: Filled): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text
      .replace("import { fillIn } from './fill-in.ts';", imports)
      .replace(/\/\/ FILL IN[\s\S]*?\n\s*throw fillIn\([^\n]*\);/, body),
  );
}

function packageDir(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`${name} is not installed`);
  return dirname(manifest);
}
