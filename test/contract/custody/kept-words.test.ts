import { asUnits, evmAddress } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import {
  type Behaviour,
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
  written,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { committed, type Committed } from './transactions.ts';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);

/** A pull credits a payer; a payout or a refund ends a route. */
const kinds = ['pull', 'payout', 'refund'] as const;
type Kind = (typeof kinds)[number];

describe('what a node has shown of a transaction before', () => {
  let scene: CustodyScene;
  let nodes: readonly MisbehavingNode[];
  beforeEach(async () => {
    scene = await custodyScene();
    nodes = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
  });
  afterEach(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
  });

  for (const kind of kinds)
    for (const count of [2, 3])
      it(`neither credits nor ends anything by a ${kind} that a reorg removed, if that node of ${count} alone is read`, async () => {
        const custody = over(count);
        const sent = await prepared(kind);
        const liar = nodes[1] ?? expect.fail();
        await send(sent);
        liar.behave(tooHigh);
        const asNew = await reading(custody, sent);
        await scene.rpc('anvil_mine', ['0x2']);
        const stale = await showingThisChain(sent);
        await scene.rpc('anvil_rollback', [3]);
        await scene.rpc('evm_increaseTime', [7]);
        await scene.rpc('anvil_mine', ['0x5']);
        liar.behave(stale);

        const afterReorg = await reading(custody, sent);
        for (const node of nodes) if (node !== liar) node.behave(async () => 'reset');
        const alone = await reading(custody, sent);

        const { hash } = sent.signedTransaction;
        expect([asNew, afterReorg, alone]).to.deep.equal([
          [5_000n, null],
          [null, null],
          [null, hash],
        ]);
      });

  it('counts next to another node that is read, so that neither waits for the first while it is silent', async () => {
    const custody = over(2);
    const sent = await prepared('pull');
    await send(sent);
    await scene.rpc('anvil_mine', ['0x2']);
    const both = await reading(custody, sent);
    nodes[0]?.behave(async () => 'reset');
    const second = await reading(custody, sent);
    nodes[0]?.behave(honest);
    nodes[1]?.behave(async () => 'reset');
    const first = await reading(custody, sent);

    expect([both, second, first]).to.deep.equal([
      [5_000n, null],
      [5_000n, null],
      [5_000n, null],
    ]);
  });

  it('no longer counts once the same node has shown nothing of it', async () => {
    const custody = over(2);
    const sent = await prepared('pull');
    await send(sent);
    await scene.rpc('anvil_mine', ['0x2']);
    const both = await reading(custody, sent);
    const forgets = changing('eth_getTransactionReceipt', ({ id }) => ({ id, result: null }));
    nodes[0]?.behave(forgets);
    nodes[1]?.behave(forgets);
    await reading(custody, sent);
    nodes[0]?.behave(async () => 'reset');
    nodes[1]?.behave(honest);

    const alone = await reading(custody, sent);

    expect([both, alone]).to.deep.equal([
      [5_000n, null],
      [null, sent.signedTransaction.hash],
    ]);
  });

  function over(count: number): EvmCustody {
    const urls = nodes.slice(0, count).map(({ url }) => url);
    return scene.over(urls, { confirmations: 3 });
  }

  async function prepared(kind: Kind): Promise<Committed> {
    if (kind !== 'pull') {
      await scene.give('USDC', scene.custody.evmAccounts.float, 5_000n);
      return committedOf({
        kind: 'payout',
        purpose: kind,
        chain: scene.chain,
        token: scene.usdc,
        role: 'float',
        to: recipient,
        units: asUnits(5_000n),
      });
    }
    const payer = await scene.payer(5_000n);
    const permit = payer.permit({
      token: scene.usdc,
      spender: scene.custody.evmAccounts.spender,
      units: asUnits(5_000n),
      nonce: 1n,
      deadline: (await scene.now()) + 1_800n,
    });
    return committedOf({ kind, permit, allowance: null, to: 'float', underWay: [], then: [] });
  }

  async function committedOf(request: Parameters<EvmCustody['prepare']>[0]): Promise<Committed> {
    const [first = expect.fail()] = valueOf(await scene.custody.prepare(request, signal));
    const [one = expect.fail()] = await committed(scene.custody, [first]);
    return one;
  }

  async function send({ signedTransaction }: Committed): Promise<void> {
    await scene.custody.broadcast([signedTransaction]);
    await mined(scene.rpc, signedTransaction.hash);
  }

  /** What it moved, and the receipt that is owed. */
  async function reading(custody: EvmCustody, { watched }: Committed) {
    const { transactions } = await custody.observe(scene.chain, [watched], signal);
    return transactions.flatMap(({ mined: one, receiptOwed }) => [
      one?.transfers[0]?.units ?? null,
      receiptOwed,
    ]);
  }

  /** The chain as it stands now, for as long as the node behaves so, whatever a reorg does to it. */
  async function showingThisChain({ signedTransaction, watched }: Committed): Promise<Behaviour> {
    const head = Number(await scene.rpc('eth_blockNumber'));
    const blocks = new Map<string, unknown>();
    for (let height = 0; height <= head; height += 1) {
      const word = hex(height);
      blocks.set(word, await scene.rpc('eth_getBlockByNumber', [word, false]));
    }
    blocks.set('latest', blocks.get(hex(head)));
    const receipt = await scene.rpc('eth_getTransactionReceipt', [signedTransaction.hash]);
    const shown: Readonly<Record<string, (first: string) => unknown>> = {
      eth_getTransactionReceipt: () => receipt,
      eth_getBlockByNumber: (height) => blocks.get(height) ?? null,
      eth_blockNumber: () => hex(head),
      eth_getTransactionCount: () => hex(watched.transaction.slot + 1),
    };
    return async (calls, forward) => {
      const replies = await forward();
      return written(
        calls,
        replies.map((reply, index): Reply => {
          const { method = '', params: [first] = [] } = calls[index] ?? {};
          const show = shown[method];
          return show === undefined ? reply : { id: reply.id, result: show(String(first)) };
        }),
      );
    };
  }
});

const tooHigh = changing('eth_blockNumber', (reply) => ({
  ...reply,
  result: hex(Number(reply.result) + 1_000),
}));

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
