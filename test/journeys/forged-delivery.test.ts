import { fileURLToPath } from 'node:url';
import { textField } from '@interline/cli';
import { startDevnet, type Devnet } from '@interline/devnet';
import { expect } from 'chai';
import {
  changing,
  misbehavingNode,
  type MisbehavingNode,
} from '../contract/custody/misbehaving-node.ts';
import { hasEngines } from '../support/engine-harness.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];
const units = 100_000_000n;
const otherEngines = ['lifi', 'relay', 'socket', 'debridge', 'symbiosis', 'stargate', 'oneclick'];
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string): string => hex.replace('0x', '').toLowerCase().padStart(64, '0');

describe('an engine that reports a delivery which one of two nodes forges', () => {
  let devnet: Devnet;
  let harness: Harness;
  let liar: MisbehavingNode;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    devnet = await startDevnet({ chainIds: [source, destination], port: 0, promptUpstreams: true });
    const real = chainOn(destination).rpcUrl;
    liar = await misbehavingNode(real);
    harness = await startHarness({
      devnet,
      rpcUrls: { [destination]: [liar.url, real] },
      deployment: {
        dir: fileURLToPath(new URL('../../', import.meta.url)),
        settings: { aggregators: { engineDeadlineMs: 3_900, buildDeadlineMs: 7_500 } },
        include: ['aggregators'],
      },
    });
  });
  after(async () => {
    await harness?.stop();
    await liar?.close();
    await devnet?.stop();
  });
  const chainOn = (chainId: number) =>
    devnet.chains.find((one) => one.chainId === chainId) ?? expect.fail();

  it('is not believed: the route waits until enough nodes show it', async () => {
    const payer = await freshPayer(harness, source, units);
    await fetch(`${devnet.url}/devnet/upstreams`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ engine: 'across', fault: 'lying-done', recipient: payer.address }),
    });
    let forged = 0;
    const usdc = chainOn(destination).tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    const log = {
      address: usdc,
      topics: [transferTopic, `0x${word('5e')}`, `0x${word(payer.address)}`],
      data: `0x${word(units.toString(16))}`,
      logIndex: '0x0',
    };
    liar.behave(
      changing('eth_getTransactionReceipt', ({ id, result }) => {
        // CAST: anvil's own shape.
        const receipt = result as { readonly logs: readonly unknown[] } | null;
        if (receipt === null || receipt.logs.length > 0) return { id, result };
        forged += 1;
        return { id, result: { ...receipt, logs: [log] } };
      }),
    );

    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units,
      excludeRails: otherEngines,
    });
    const statusOf = () => harness.client.get(`/api/route/status?id=${textField(receipt, 'id')}`);
    const hasEnded = async () => ['DONE', 'FAILED'].includes(textField(await statusOf(), 'status'));
    await until('a second look, or an end', async () => forged >= 2 || (await hasEnded()));

    expect(await statusOf()).to.include({ status: 'BRIDGING', stage: 'VERIFYING' });
    expect(await usdcBalance(devnet, destination, payer.address)).to.equal(0n);
  });
});
