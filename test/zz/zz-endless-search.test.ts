import { evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { custodyScene } from '../contract/custody/custody-scene.ts';
import { misbehavingNode, type Reply, written } from '../contract/custody/misbehaving-node.ts';

/** Its receipts are of the blocks 0 and 2^40. */
describe('a node whose receipts lie a million million blocks apart', () => {
  it('is no longer asked once the search was given up', async () => {
    const scene = await custodyScene();
    const nodes = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
    const custody = scene.over(nodes.map(({ url }) => url));
    const [first, last] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`] as const;
    nodes[0]?.behave(async (calls, forward) => {
      const replies = await forward();
      return written(
        calls,
        replies.map((reply, at): Reply => {
          const call = calls[at];
          if (call?.method === 'eth_blockNumber') return { id: reply.id, result: '0x20000000000' };
          if (call?.method === 'eth_getLogs') return { id: reply.id, result: [] };
          if (call?.method !== 'eth_getTransactionReceipt') return reply;
          return {
            id: reply.id,
            result: {
              transactionHash: call.params[0],
              blockNumber: call.params[0] === first ? '0x0' : '0x10000000000',
              blockHash: `0x${'03'.repeat(32)}`,
              status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1',
              from: `0x${'11'.repeat(20)}`, to: `0x${'12'.repeat(20)}`, logs: [],
            },
          };
        }),
      );
    });
    const asked = () => nodes[0]?.requests.length ?? 0;
    const startedMs = performance.now();
    const search = { token: scene.usdc, from: evmAddress(custody.account('spender')), first, last };
    const taken = await Promise.all([1, 2].map(() => custody.takenBetween(scene.chain, search, new AbortController().signal).then(String, (error: { code: string }) => error.code)));
    const tookMs = Math.round(performance.now() - startedMs);
    const atEnd = asked();
    await sleep(3_000);
    console.log(JSON.stringify({ taken, tookMs, atEnd, threeSecondsLater: asked() }));
    const more = asked() - atEnd;
    await custody.close();
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
    expect(more).to.equal(0);
  }).timeout(60_000);
});
