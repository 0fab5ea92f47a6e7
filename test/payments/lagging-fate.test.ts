import { startDevnet } from '@interline/devnet';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { toQuantity } from 'ethers';
import {
  type AskedCall,
  honest,
  type MisbehavingNode,
  misbehavingNode,
  type Reply,
  written,
} from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, endOf, facilitatorOf, keyOf } from './payments-scene.ts';
import { sendInFront, transferData } from './strangers.ts';

describe('a payment of x402 over a provider with a machine that is a block behind', () => {
  for (const behind of ['the token is asked', 'head and token are asked'])
    it(`has not failed if a stranger made it, if only ${behind} there`, async () => {
      const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
      const node = await misbehavingNode(
        devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? '',
      );
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
        const rpc = (method: string, params: readonly unknown[]) =>
          chainRpc(devnet, chainId, method, params);
        const head = Number(await rpc('eth_blockNumber', []));
        const asked = fallBehind(node, rpc, head, behind.startsWith('head'));
        const hash = await sendInFront(harness, { to: demand.asset, data: transferData(payment) });
        await resumeMining(devnet, chainId);
        const first = await settling;
        await until('a machine that was asked', () => asked() > 0);
        node.behave(honest);
        const settled = await endOf(facilitator, payment, demand);

        expect(first).to.deep.include({ success: false, errorReason: 'settlement_pending' });
        expect(settled).to.deep.include({ success: true, transaction: hash });
        expect(await usdcBalance(devnet, chainId, demand.payTo)).to.equal(10_000n);
      } finally {
        await harness.stop();
        await node.close();
        await devnet.stop();
      }
    });
});

/** A machine with that head answers for the state of authorizations; how often it did. */
function fallBehind(
  node: MisbehavingNode,
  rpc: (method: string, params: readonly unknown[]) => Promise<unknown>,
  head: number,
  isHeadToldBehind: boolean,
): () => number {
  let asked = 0;
  const behind = async (call: AskedCall, reply: Reply): Promise<Reply> => {
    if (call.method === 'eth_blockNumber' && isHeadToldBehind)
      return { ...reply, result: toQuantity(head) };
    // `authorizationState(address,bytes32)`
    if (!JSON.stringify(call.params).includes('0xe94a0102')) return reply;
    asked += 1;
    const [message, block] = call.params;
    if (Number(block) > head)
      return { id: call.id, error: { code: -32_000, message: 'header not found' } };
    return { ...reply, result: await rpc('eth_call', [message, toQuantity(head)]) };
  };
  node.behave(async (calls, forward) => {
    const replies = await forward();
    const told = calls.map((call, at) => behind(call, replies[at] ?? { id: call.id }));
    return written(calls, await Promise.all(told));
  });
  return () => asked;
}
