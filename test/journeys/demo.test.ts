import { findBitcoind, wantedBitcoind } from '@interline/devnet';
import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { type ServiceCommand, startCommand } from '../support/service-command.ts';

describe('the demo beyond the EVM chains', () => {
  const demo = runsDemo({});
  before(function () {
    if (findBitcoind() !== null) return;
    if (process.env['CI']) throw new Error(`these tests need bitcoind: ${wantedBitcoind}`);
    this.skip();
  });

  it('pays dollars from Base out on Bitcoin, and reads every satoshi from the chain', async () => {
    const { code, out, err } = await demo('--to', 'bitcoin');
    const [, coins = '', sats = ''] = /^received +(\S+) BTC \((\d+) satoshis\)/m.exec(out) ?? [];

    expect(code, err).to.equal(0);
    expect(BigInt(sats) > 0n && inCoins(sats) === Number(coins)).to.equal(true);
    expect(out)
      .to.match(/^paid +5 USDC \(5000000 units\) on Base \(8453\)$/m)
      .and.to.match(/^arrived +[0-9a-f]{64} on bitcoin$/m)
      .and.to.match(/ s +DONE DELIVERED$/m)
      .and.to.contain('done: the wallet held no coin on any chain');
    const [, said] = /^costs +our charge ([0-9.]+ USDC)/m.exec(out) ?? [];
    const [, taken] = /^fee +([0-9.]+ USDC)/m.exec(out) ?? [];
    expect(taken)
      .to.match(/^0\.\d+ USDC$/)
      .and.to.equal(said);
  });

  it('pays dollars from Base out on Stellar, and reads every stroop from the ledger', async () => {
    const { code, out, err } = await demo('--to', 'stellar');

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(/^recipient +G[A-Z2-7]{55} on stellar$/m)
      .and.to.match(/^received +4\.\d+ USDC \(4\d{7} stroops\), read from the chain itself$/m)
      .and.to.contain('done');
  });

  it("delivers dollars on Arbitrum for the deposit that the node's wallet pays", async () => {
    const { code, out, err } = await demo('--from', 'bitcoin', '--amount', '0.0004');

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(/^pay +exactly 0\.0004 BTC \(40000 satoshis\)$/m)
      .and.to.match(/^uri +bitcoin:bcrt1\w+\?amount=0\.0004$/m)
      .and.to.match(/^received +[0-9.]+ USDC \(\d+ units\), read from the chain itself$/m)
      .and.to.contain('done: nothing was signed for the service');
  });

  it('gives a program one JSON value, with what the chain shows', async () => {
    const { code, out, err } = await demo('--to', 'bitcoin', '--json');
    // CAST: what is compared of it.
    const { received, receipt } = JSON.parse(out) as {
      readonly received: string;
      readonly receipt: { readonly status: string; readonly to: { readonly delivered: string } };
    };

    expect([code, receipt.status], err).to.deep.equal([0, 'DONE']);
    expect(received).to.equal(receipt.to.delivered);
  });

  it('has dollars on one side, and refuses both options at once and an unknown chain', async () => {
    const both = await runInterline(['demo', '--to', 'bitcoin', '--from', 'bitcoin']);
    const other = await runInterline(['demo', '--to', 'solana']);

    expect([both.code, other.code]).to.deep.equal([2, 2]);
    expect(both.err).to.contain('give --to or --from, not both');
    expect(other.err).to.contain('Allowed choices are bitcoin, stellar');
  });
});

describe('the demo on Bitcoin where no Bitcoin node runs', () => {
  const demo = runsDemo({ BITCOIN_RPC_URL: 'http://127.0.0.1:9' });

  it('reports that there is none, and moves nothing', async () => {
    const ran = [await demo('--to', 'bitcoin'), await demo('--from', 'bitcoin')];

    expect(ran.map(({ code }) => code)).to.deep.equal([3, 3]);
    for (const { err } of ran)
      expect(err).to.contain('this demo needs a Bitcoin node, and the devnet runs none: ');
  });

  it('ends with the sentence that names the fix if BITCOIND names no program', async () => {
    const { code, err } = await runInterline(['demo', '--to', 'bitcoin'], {
      env: { BITCOIND: '/nowhere/bitcoind', PORT: '1', DEVNET_PORT: '0' },
    });

    expect(code).to.equal(1);
    expect(err).to.contain('BITCOIND names /nowhere/bitcoind').and.to.contain('npm run bitcoind');
  });
});

/** The demo at a service of its own, with a devnet of two EVM chains and what stands beside them. */
function runsDemo(env: Readonly<Record<string, string>>): (...args: string[]) => Promise<Ran> {
  let service: ServiceCommand;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(fastFolder, 'interline-demo-'));
    const config = join(folder, 'config.json');
    await writeFile(
      config,
      JSON.stringify({
        profile: 'devnet',
        dataDir: folder,
        logLevel: 'silent',
        chainIds: [8453, 42161],
        server: { port: 0, stopNoticeSec: 0 },
      }),
    );
    service = await startCommand(['--config', config], { env: { DEVNET_PORT: '0', ...env } });
  });
  after(async () => {
    service.signal('SIGTERM');
    await service.exited;
    await rm(folder, { recursive: true });
  });
  return (...args) => runInterline(['demo', '--url', service.url, ...args]);
}

function inCoins(sats: string): number {
  return Number(sats) / 100_000_000;
}
