import { asUnits, evmAddress, type Hex } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { changing, honest, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';
import { committed, type Committed } from './transactions.ts';
import { valueOf } from './outcome-value.ts';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
const removedHash: Hex = `0x${'77'.repeat(32)}`;

describe('a receipt in a block before the head', () => {
  let scene: CustodyScene;
  let proxy: MisbehavingNode;
  let custody: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', scene.custody.evmAccounts.float, 10_000_000n);
    await scene.rpc('evm_setAutomine', [false]);
    proxy = await misbehavingNode(scene.rpcUrl);
  });
  beforeEach(() => {
    proxy.behave(honest);
    custody = scene.over([proxy.url]);
  });
  after(async () => {
    await proxy.close();
    await scene.close();
  });

  it('does not count if it names a block that a reorg removed: an index may be behind its chain', async () => {
    const payout = await minedPayout(3);
    proxy.behave(
      changing('eth_getTransactionReceipt', (reply) => ({
        ...reply,
        result: { ...(reply.result as object), blockHash: removedHash },
      })),
    );

    expect(await reading([payout])).to.deep.equal([[null, true, payout.signedTransaction.hash]]);
    proxy.behave(honest);
    expect(await reading([payout])).to.deep.equal([[true, true, null]]);
  });

  it('costs one more request the first time its block is read, and none while the chain goes on', async () => {
    const payout = await minedPayout(1);
    const first = await requestsOf(() => reading([payout]));
    await mine(1);
    const next = await requestsOf(() => reading([payout]));
    await mine(5);
    const later = await requestsOf(() => reading([payout]));
    const fresh = await requestsOf(() => {
      custody = scene.over([proxy.url]);
      return reading([payout]);
    });

    // The node's chain id is the first request of a fresh custody.
    expect([first, next, later, fresh]).to.deep.equal([3, 2, 2, 4]);
  });

  for (const [blocks, requests] of [
    [8, 2],
    [9, 3],
  ] as const) {
    it(`costs ${requests} requests if ${blocks} blocks came since the last reading`, async () => {
      await reading([]);
      const payout = await minedPayout(blocks);

      const seen: unknown[] = [];
      const asked = await requestsOf(async () => seen.push(...(await reading([payout]))));

      expect([asked, seen]).to.deep.equal([requests, [[true, true, null]]]);
    });
  }

  it('counts from the next reading on if one answer named another block at its height, as around a reorg', async () => {
    const payout = await minedPayout(3);
    const stale = await oneStaleAnswer(payout);

    const first = await reading([payout]);
    await mine(1);

    expect([stale(), first, await reading([payout])]).to.deep.equal([
      1,
      [[null, true, payout.signedTransaction.hash]],
      [[true, true, null]],
    ]);
  });

  it('counts if one answer named another block of those since the last reading', async () => {
    await reading([]);
    const payout = await minedPayout(5);
    const stale = await oneStaleAnswer(payout);

    expect([await reading([payout]), stale()]).to.deep.equal([[[true, true, null]], 1]);
  });

  it('does not count after a reorg that the head shows, however often its block was read before', async () => {
    const payout = await minedPayout(3);
    const before = await reading([payout]);

    await scene.rpc('anvil_reorg', [3, []]);
    await mine(1);
    const after = await reading([payout]);
    await scene.custody.broadcast([payout.signedTransaction]);
    await mine(1);

    expect([before, after, await reading([payout])]).to.deep.equal([
      [[true, true, null]],
      [[null, false, null]],
      [[true, true, null]],
    ]);
  });

  async function minedPayout(depth: number): Promise<Committed> {
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare(
        {
          kind: 'payout',
          purpose: 'payout',
          chain: scene.chain,
          token: scene.usdc,
          role: 'float',
          to: recipient,
          units: asUnits(1_000n),
        },
        signal,
      ),
    );
    const [payout = expect.fail()] = await committed(scene.custody, [prepared]);
    await scene.custody.broadcast([payout.signedTransaction]);
    await mine(depth);
    return payout;
  }
  /** The next answer to what is asked of the payout's height names another block; how often it did. */
  async function oneStaleAnswer(payout: Committed): Promise<() => number> {
    const { transactions } = await scene.custody.observe(scene.chain, [payout.watched], signal);
    const height = `0x${(transactions[0]?.mined?.block ?? 0).toString(16)}`;
    let stale = 0;
    proxy.behave(
      changing('eth_getBlockByNumber', (reply, { params }) => {
        if (params[0] !== height || stale > 0) return reply;
        stale += 1;
        // CAST: a block, as nodes answer it.
        return { ...reply, result: { ...(reply.result as object), hash: removedHash } };
      }),
    );
    return () => stale;
  }
  async function mine(blocks: number): Promise<void> {
    await scene.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
  }
  async function requestsOf(read: () => Promise<unknown>): Promise<number> {
    const before = proxy.requests.length;
    await read();
    return proxy.requests.length - before;
  }
  async function reading(payouts: readonly Committed[]) {
    const { transactions } = await custody.observe(
      scene.chain,
      payouts.map(({ watched }) => watched),
      signal,
    );
    return transactions.map(({ mined, isSlotTaken, receiptOwed }) => [
      mined?.isSuccess ?? null,
      isSlotTaken,
      receiptOwed,
    ]);
  }
});
