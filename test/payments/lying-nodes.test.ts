import { startDevnet } from '@interline/devnet';
import { isRecord } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import {
  type AskedCall,
  type MisbehavingNode,
  misbehavingNode,
  type Reply,
  written,
} from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { buyer, chainId, demandOf, endOf, facilitatorOf, keyOf } from './payments-scene.ts';
import { permit2Buyer, permit2DemandOf, proxy, sendMined, settleData } from './permit2-scene.ts';
import { sendInFront, transferData } from './strangers.ts';

describe('payments of x402 over nodes that lie', () => {
  it('by Permit2 are found if one of three shows logs without data', () =>
    over(3, async ({ nodes, harness }) => {
      const { facilitator, payment, demand, hash } = await settledByStranger(harness);
      const [liar] = nodes;
      let looks = 0;
      if (liar !== undefined)
        lie(liar, (call, reply) => {
          // It has the newest state alone, so that its logs are looked at.
          if (asksForNonces(call))
            return (looks += 1) === 1 ? reply : { id: call.id, error: noSuchState };
          if (call.method !== 'eth_getLogs' || !Array.isArray(reply.result)) return reply;
          const logs = reply.result.filter(isRecord);
          return { ...reply, result: logs.map((log) => ({ ...log, data: '0x' })) };
        });

      const settled = await facilitator.settle(payment, demand);

      expect(looks).to.be.greaterThan(1);
      expect(settled).to.deep.include({ success: true, transaction: hash });
    }));

  it('by Permit2 have not been spent elsewhere if every node ignores the height that it is asked for', () =>
    over(2, async ({ nodes, harness }) => {
      const { facilitator, payment, demand, hash } = await settledByStranger(harness);
      for (const node of nodes)
        lie(node, async (call, reply) =>
          asksForNonces(call)
            ? { ...reply, result: await now(harness, 'eth_call', [call.params[0], 'latest']) }
            : reply,
        );

      const settled = await facilitator.settle(payment, demand);

      expect(settled).to.deep.include({ success: true, transaction: hash });
    }));

  it('have not failed if a stranger made them, if the token says nothing there', () =>
    over(1, async ({ nodes, harness }) => {
      const facilitator = facilitatorOf(harness, await keyOf(harness));
      const payer = await buyer(harness);
      const demand = demandOf(harness);
      const payment = await payer.pay(demand);
      const { reads } = harness.container.get(parts.store);
      await stopMining(harness.devnet, chainId);
      const settling = facilitator.settle(payment, demand);
      await until('ours', async () => {
        return (await reads.transactions.openTransactions({ owner: 'payment' })).length > 0;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      let asked = 0;
      for (const node of nodes)
        lie(node, (call, reply) => {
          // `authorizationState(address,bytes32)`
          if (!JSON.stringify(call.params).includes('"0xe94a0102')) return reply;
          return (asked += 1) > 3 ? reply : { id: call.id, result: '0x' };
        });
      const hash = await sendInFront(harness, { to: demand.asset, data: transferData(payment) });
      await resumeMining(harness.devnet, chainId);
      await settling;

      const settled = await endOf(facilitator, payment, demand);

      expect(asked).to.be.greaterThan(3);
      expect(settled.transaction).to.equal(hash);
      expect(await settling).to.not.include({
        errorReason: 'invalid_exact_evm_transaction_failed',
      });
    }));

  it('are taken again once nodes no longer say a wrong domain of the token', () =>
    over(2, async ({ nodes, harness }) => {
      const facilitator = facilitatorOf(harness, await keyOf(harness));
      const payer = await buyer(harness);
      const demand = demandOf(harness);
      const payment = await payer.pay(demand);
      let isLying = true;
      for (const node of nodes)
        lie(node, (call, reply) =>
          // `DOMAIN_SEPARATOR()`
          isLying && JSON.stringify(call.params).includes('"0x3644e515"')
            ? { ...reply, result: `0x${'12'.repeat(32)}` }
            : reply,
        );

      const refused = await facilitator.verify(payment, demand);
      isLying = false;
      const verdict = await facilitator.verify(payment, demand);

      expect(refused.invalidReason).to.equal('invalid_exact_evm_payload_signature');
      expect(verdict.isValid).to.equal(true);
    }));
});

type Scene = Awaited<ReturnType<typeof openScene>>;

async function over(count: number, test: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = await openScene(count);
  try {
    await test(scene);
  } finally {
    await scene.harness.stop();
    for (const node of scene.nodes) await node.close();
    await scene.harness.devnet.stop();
  }
}

async function openScene(count: number) {
  const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
  const target = devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? '';
  const nodes = await Promise.all(Array.from({ length: count }, () => misbehavingNode(target)));
  const rpcUrls = { [chainId]: nodes.map(({ url }) => url) };
  return { nodes, harness: await startHarness({ devnet, rpcUrls }) };
}

async function settledByStranger(harness: Scene['harness']) {
  const facilitator = facilitatorOf(harness, await keyOf(harness));
  const payer = await permit2Buyer(harness);
  const demand = permit2DemandOf(harness);
  const payment = await payer.pay(demand);
  const hash = await sendMined(harness, { to: proxy, data: settleData(payment) });
  await mine(harness.devnet, chainId, 3);
  return { facilitator, payment, demand, hash };
}

const now = ({ devnet }: Scene['harness'], method: string, params: readonly unknown[]) =>
  chainRpc(devnet, chainId, method, params);

const noSuchState = { code: -32_000, message: 'missing trie node' };

/** `nonceBitmap(address,uint256)` at a height. */
function asksForNonces({ params }: AskedCall): boolean {
  return params[1] !== 'latest' && JSON.stringify(params).includes('"0x4fe02b44');
}

function lie(
  node: MisbehavingNode,
  change: (call: AskedCall, reply: Reply) => Reply | Promise<Reply>,
): void {
  node.behave(async (calls, forward) => {
    const replies = await forward();
    const told = calls.map(async (call, at) => change(call, replies[at] ?? { id: call.id }));
    return written(calls, await Promise.all(told));
  });
}
