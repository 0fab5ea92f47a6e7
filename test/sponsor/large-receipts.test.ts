import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { changing, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { startHarness } from '../support/harness.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

/** More than any other answer of a node may have. */
const bytes = 5 * 1024 * 1024;

describe('calls that make the answers of nodes large', () => {
  it('are refused where they are tried, and no fault of the node', async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const [chain] = devnet.chains;
    const node = await misbehavingNode(chain?.rpcUrl ?? expect.fail());
    const harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
    try {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
      await payer.prepare(calls);
      node.behave(
        changing('eth_simulateV1', (reply) => ({ ...reply, padding: 'x'.repeat(bytes) })),
      );

      const { body } = await refusalOf(payer.prepare(calls));

      expect(body).to.include({ errorCode: 'SIMULATION_FAILED' });
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });
});

describe('a transaction whose receipt strangers made large', () => {
  it('is seen to its end, and its chain goes on', async function () {
    this.timeout(60_000);
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const [chain] = devnet.chains;
    const node = await misbehavingNode(chain?.rpcUrl ?? expect.fail());
    const harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
    node.behave(
      changing(
        'eth_getTransactionReceipt',
        (reply) =>
          reply.result === null
            ? reply
            : { ...reply, result: { ...(reply.result as object), padding: 'x'.repeat(bytes) } }, // CAST: a receipt.
      ),
    );
    try {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
      const sent = async () => payer.execute(await payer.sign(await payer.prepare(calls), calls));

      const first = await ended(payer, (await sent()).id);
      const second = await ended(payer, (await sent()).id);

      expect([first.status, second.status]).to.deep.equal(['INCLUDED', 'INCLUDED']);
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });
});
