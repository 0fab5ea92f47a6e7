import { startDevnet } from '@interline/devnet';
import { parts } from '@interline/server';
import { Keypair } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import type { Container } from 'inversify';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBeyondEvm } from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { mine } from '../../support/mining.ts';
import { runInterline } from '../../support/run-interline.ts';
import { sendDollars } from '../../support/send-dollars.ts';
import { until } from '../../support/until.ts';

const stockDeployment = fileURLToPath(new URL('../../../', import.meta.url));
const stellar = 'stellar:pubnet';

describe('a restored store whose float on Stellar lacks a payout that never landed, and has two behind it', () => {
  let devnet: Awaited<ReturnType<typeof startDevnet>>;
  let dir = '';
  let harness: Harness | undefined;
  before(async () => {
    dir = mkdtempSync(join(fastFolder, 'interline-slot-'));
    devnet = await startDevnet({
      chainIds: [8453],
      beside: ['bitcoin', 'stellar'],
      bitcoinBlockMs: 500,
      port: 0,
    });
  });
  after(async () => {
    await harness?.stop();
    await devnet.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('fills its slot by itself, so that no later payout of its channel is stuck', async function () {
    const to = Keypair.random().publicKey();
    await fetch(`${devnet.stellar?.horizonUrl}/friendbot?addr=${to}`);
    const start = async (name: string, rebind = (_: Container): void => undefined) => {
      const started = await startBeyondEvm(this, { devnet, dataDir: join(dir, name), rebind });
      harness = started;
      return started;
    };
    const pay = async (by: Harness) => sendDollars(by, 'stellar', to, 'XLM');
    const first = await start('backup');
    for (let count = 0; count < 6; count += 1)
      expect((await endOfRoute(first.client, await pay(first))).status).to.equal('DONE');
    await first.stop();
    cpSync(join(dir, 'backup'), join(dir, 'lost'), { recursive: true });
    const lossy = await start('lost', losesFirstSlot);
    await pay(lossy);
    await until('a payout that was dropped', () => dropped !== null);
    for (let count = 0; count < 2; count += 1) await endOfRoute(lossy.client, await pay(lossy));
    await lossy.stop();

    const restored = (harness = await startHarness({
      devnet,
      dataDir: join(dir, 'backup'),
      deployment: { dir: stockDeployment, settings: {}, include: ['bitcoin', 'stellar'] },
    }));
    await until('a float that is behind', async () =>
      /store-behind/.test((await interline(restored, 'account', 'list')).out),
    );
    const early = await interline(restored, 'account', 'restart', 'stellar', 'float', ...reason);
    for (let times = 0; times < 3; times += 1) await mine(devnet, 8453, 20);
    await until('accounts that run again', async () => {
      await mine(devnet, 8453, 1);
      await fetch(`${devnet.stellar?.horizonUrl}/devnet/close`, { method: 'POST', body: '{}' });
      const { out } = await interline(restored, 'account', 'list');
      return !/behind/.test(out);
    });
    const ends: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ends.push((await endOfRoute(restored.client, await pay(restored))).status);

    expect([early.code, early.err]).to.deep.equal([
      3,
      `error WRONG_STATE: nothing has taken slot ${dropped} of this account; the service fills it with a no-op by itself, repeat the order when it has\n`,
    ]);
    expect(ends).to.deep.equal(Array(5).fill('DONE'));
  });

  let dropped: number | null = null;

  function losesFirstSlot(container: Container): void {
    const custody = container.get(parts.custody);
    container.rebind(parts.custody).toConstantValue({
      ...custody,
      async broadcast(signed) {
        for (const { chain, slot } of signed) if (chain === stellar) dropped ??= slot;
        const sent = signed.filter(({ chain, slot }) => chain !== stellar || slot !== dropped);
        const said = await custody.broadcast(sent);
        return signed.map((one) => said[sent.indexOf(one)] ?? 'unknown');
      },
    });
  }
});

const reason = ['--reason', 'a test'];

async function interline(harness: Harness, ...args: readonly string[]) {
  const { url: INTERLINE_URL, operatorToken: INTERLINE_OPERATOR_TOKEN } = harness;
  return runInterline(args, { env: { INTERLINE_URL, INTERLINE_OPERATOR_TOKEN } });
}
