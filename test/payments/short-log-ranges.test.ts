import { startDevnet } from '@interline/devnet';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { type Behaviour, misbehavingNode, written } from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { startHarness } from '../support/harness.ts';
import { stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';
import { sendInFront, transferData } from './strangers.ts';

/** As free plans of hosted nodes do. */
const servesTenBlocks: Behaviour = async (calls, forward) => {
  const replies = await forward();
  return written(
    calls,
    replies.map((reply, at) => {
      const { method, params } = calls[at] ?? expect.fail();
      if (method !== 'eth_getLogs') return reply;
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock?: string }]; // CAST: a filter of the adapter.
      return toBlock !== undefined && Number(toBlock) - Number(fromBlock) < 10
        ? reply
        : { id: reply.id, error: { code: -32_600, message: 'up to a 10 block range' } };
    }),
  );
};

describe('a payment of x402 on nodes that search ten blocks at once', () => {
  it('is found in the transaction of a stranger, however long after that it is looked for', async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const node = await misbehavingNode(devnet.chains[0]?.rpcUrl ?? expect.fail());
    const harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
    try {
      const facilitator = facilitatorOf(harness, await keyOf(harness));
      const payer = await buyer(harness);
      const demand = demandOf(harness);
      const payment = await payer.pay(demand);
      const spender = harness.container.get(parts.custody).account(evmChain(chainId), 'spender');
      await stopMining(devnet, chainId);
      const before = await sentBy(harness, spender);

      const settling = facilitator.settle(payment, demand);
      await until('ours in the pool', async () => (await sentBy(harness, spender)) > before);
      const hash = await sendInFront(harness, { to: demand.asset, data: transferData(payment) });
      node.behave(async () => 'reset');
      await chainRpc(devnet, chainId, 'evm_setAutomine', [true]);
      await chainRpc(devnet, chainId, 'anvil_mine', ['0x3e8']);
      node.behave(servesTenBlocks);
      const first = await settling;
      const settled = first.success ? first : await facilitator.settle(payment, demand);

      expect(settled).to.deep.include({ success: true, transaction: hash });
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });
});
