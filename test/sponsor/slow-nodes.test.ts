import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hex } from 'viem';
import { honest, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { startHarness } from '../support/harness.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

/** Far away: a reading takes several requests one after another. */
const requestMs = 400;

describe('a sponsored call on a chain whose nodes are far away', () => {
  it('is seen to its end, though a reading takes longer than one look at it lasts', async function () {
    this.timeout(60_000);
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const [chain] = devnet.chains;
    const rpcUrl = chain?.rpcUrl ?? expect.fail();
    const nodes = [await misbehavingNode(rpcUrl), await misbehavingNode(rpcUrl)];
    const harness = await startHarness({
      devnet,
      rpcUrls: { [chainId]: nodes.map(({ url }) => url) },
    });
    for (const node of nodes)
      node.behave(async (calls, forward) => {
        await pause(requestMs);
        return honest(calls, forward);
      });
    try {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];

      const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));

      expect((await ended(payer, id)).status).to.equal('INCLUDED');
    } finally {
      await harness.stop();
      await Promise.all(nodes.map((node) => node.close()));
      await devnet.stop();
    }
  });
});
