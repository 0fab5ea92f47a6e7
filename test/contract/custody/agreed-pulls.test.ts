import { asUnits, permit2Address } from '@interline/kernel';
import type { EvmChainSettings, EvmCustody } from '@interline/adapters/custody/evm';
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
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { committed, type Committed } from './transactions.ts';

const { signal } = new AbortController();
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

describe('a pull that one of the nodes shows as mined', () => {
  let scene: CustodyScene;
  let nodes: readonly MisbehavingNode[];
  let pull: Committed;
  before(async () => {
    scene = await custodyScene();
    nodes = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
  });
  beforeEach(async () => {
    for (const node of nodes) node.behave(honest);
    const payer = await scene.payer(5_000n);
    const permit = payer.permit({
      token: scene.usdc,
      spender: scene.custody.evmAccounts.spender,
      units: asUnits(5_000n),
      nonce: 1n,
      deadline: (await scene.now()) + 1_800n,
    });
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare(
        { kind: 'pull', permit, allowance: null, to: 'float', underWay: [], then: [] },
        signal,
      ),
    );
    [pull = expect.fail()] = await committed(scene.custody, [prepared]);
  });
  after(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
  });

  for (const count of [2, 3]) {
    it(`counts for nothing if it was never sent and that node of ${count} forges its receipt and its nonce`, async () => {
      const receipts = await forged();
      const nonces = changing('eth_getTransactionCount', ({ id }) => ({
        id,
        result: hex(pull.watched.transaction.slot + 1),
      }));
      nodes[0]?.behave(async (calls, forward) =>
        receipts(calls, async () => {
          // CAST: what \`changing\` writes.
          const { body } = (await nonces(calls, forward)) as { readonly body: string };
          return [JSON.parse(body) as Reply | Reply[]].flat();
        }),
      );

      expect(await reading(over(count))).to.deep.equal([null, pull.signedTransaction.hash]);
    });

    it(`is read of another of ${count} nodes if one shows its receipt and its slot free`, async () => {
      nodes[0]?.behave(await forged());

      expect(await reading(over(count))).to.deep.equal([null, null]);
    });
  }

  it('is not read at all if the only node shows its receipt and its slot free', async () => {
    nodes[0]?.behave(await forged());

    const read = await reading(over(1)).catch((error: { readonly code: string }) => error.code);

    expect(read).to.equal('CHAIN_UNREACHABLE');
  });

  it('has brought what it brought once a second node shows the same, and waits while that is silent', async () => {
    await sent();
    nodes[1]?.behave(
      changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })),
    );
    const late = await reading(over(2));
    nodes[1]?.behave(async () => 'reset');
    const silent = await reading(over(2));
    nodes[1]?.behave(honest);
    const both = await reading(over(2));

    const { hash } = pull.signedTransaction;
    expect([late, silent, both]).to.deep.equal([
      [null, hash],
      [null, hash],
      [5_000n, null],
    ]);
  });

  it('waits while a second node shows that it brought another amount', async () => {
    await sent();
    nodes[1]?.behave(
      changing('eth_getTransactionReceipt', (reply) => ({
        ...reply,
        result: { ...(reply.result as object), logs: [] }, // CAST: anvil's own shape.
      })),
    );

    expect(await reading(over(3))).to.deep.equal([null, pull.signedTransaction.hash]);
  });

  it('costs one request to one other node, once, and none if one node is configured', async () => {
    await sent();
    const three = over(3);
    await reading(three);
    const [, second, third] = nodes.map(({ requests }) => requests.length);
    const receipts = nodes.map(receiptsAsked);
    const again = await reading(three);

    expect(again).to.deep.equal([5_000n, null]);
    expect(nodes.slice(1).map(({ requests }) => requests.length)).to.deep.equal([second, third]);
    expect(receipts.slice(1)).to.deep.equal([1, 0]);
    expect(await reading(over(1))).to.deep.equal([5_000n, null]);
  });

  it('is owed at the depth that counts if the second node has lost it since it was new', async () => {
    const two = over(2, { confirmations: 3 });
    await sent();
    const asNew = await reading(two);
    nodes[1]?.behave(
      changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })),
    );
    await scene.rpc('anvil_mine', ['0x1']);
    const before = await reading(two);
    await scene.rpc('anvil_mine', ['0x1']);
    const deep = await reading(two);
    nodes[1]?.behave(honest);
    const shownAgain = await reading(two);

    const { hash } = pull.signedTransaction;
    expect([asNew, before, deep, shownAgain]).to.deep.equal([
      [5_000n, null],
      [5_000n, null],
      [null, hash],
      [5_000n, null],
    ]);
  });

  it('is owed at the depth that counts if only a node that is stuck shows it', async () => {
    const three = over(3, { confirmations: 3 });
    await sent();
    await reading(three);
    nodes[1]?.behave(
      changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })),
    );
    const head = await scene.rpc('eth_blockNumber');
    nodes[2]?.behave(changing('eth_blockNumber', (reply) => ({ ...reply, result: head })));
    await scene.rpc('anvil_mine', ['0x2']);

    expect(await reading(three)).to.deep.equal([null, pull.signedTransaction.hash]);
  });

  it('is owed at the depth that counts if the second node, which has lost it, was once too high', async () => {
    const two = over(2, { confirmations: 3 });
    await sent();
    nodes[1]?.behave(
      changing('eth_blockNumber', (reply) => ({
        ...reply,
        result: hex(Number(reply.result) + 1_000),
      })),
    );
    const asNew = await reading(two);
    nodes[1]?.behave(
      changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })),
    );
    await scene.rpc('anvil_mine', ['0x2']);

    expect([asNew, await reading(two)]).to.deep.equal([
      [5_000n, null],
      [null, pull.signedTransaction.hash],
    ]);
  });

  it('is asked of a second node once more at each depth that counts, and at no other depth', async () => {
    const two = over(2, { confirmations: 5, countsAt: [2] });
    await sent();
    const asked: number[] = [];
    for (let depth = 1; depth <= 7; depth += 1) {
      await reading(two);
      asked.push(nodes.map(receiptsAsked)[1] ?? expect.fail());
      await scene.rpc('anvil_mine', ['0x1']);
    }

    expect(asked).to.deep.equal([1, 2, 2, 2, 3, 3, 3]);
  });

  for (const [what, lie] of [
    ['without a price', { effectiveGasPrice: '0x0' }],
    ['at a price above the one it was signed for', { effectiveGasPrice: '0xde0b6b3a7640000' }],
    ['with more gas than it was signed for', { gasUsed: '0x1c9c380' }],
  ] as const) {
    it(`is what two others show if one shows it ${what}, which is counted, and owed if no other is configured`, async () => {
      let counted = 0;
      await sent();
      nodes[0]?.behave(receiptsWith(lie));

      const read = await reading(over(3, {}, () => (counted += 1)));
      const alone = await reading(over(1));

      expect([read, alone, counted]).to.deep.equal([
        [5_000n, null],
        [null, pull.signedTransaction.hash],
        1,
      ]);
      expect(scene.log.lines.at(-1)).to.deep.equal({
        level: 'warn',
        event: 'node-fault',
        fields: { chain: scene.chain, node: 1, fault: 'impossible' },
      });
    });
  }

  for (const [what, lie] of [
    ['a lower price', { effectiveGasPrice: '0x1' }],
    ['less gas', { gasUsed: '0x1' }],
  ] as const) {
    it(`waits while two nodes show it alike except for ${what}`, async () => {
      await sent();
      nodes[0]?.behave(receiptsWith(lie));

      expect(await reading(over(2))).to.deep.equal([null, pull.signedTransaction.hash]);
    });
  }

  it('waits while two nodes show two prices of its posting, but not if one shows none', async () => {
    await sent();
    nodes[0]?.behave(receiptsWith({ l1Fee: '0x7' }));
    const shown = await reading(over(2));
    nodes[1]?.behave(receiptsWith({ l1Fee: '0x8' }));
    const other = await reading(over(2));

    expect([shown, other]).to.deep.equal([
      [5_000n, null],
      [null, pull.signedTransaction.hash],
    ]);
  });

  function receiptsWith(lie: object): Behaviour {
    return changing('eth_getTransactionReceipt', (reply) =>
      reply.result == null ? reply : { ...reply, result: { ...reply.result, ...lie } },
    );
  }
  function over(
    count: number,
    depths: Pick<EvmChainSettings, 'confirmations' | 'countsAt'> = {},
    onContradiction = (): unknown => undefined,
  ): EvmCustody {
    return scene.over(
      nodes.slice(0, count).map(({ url }) => url),
      depths,
      { onContradiction },
    );
  }
  async function sent(): Promise<void> {
    await scene.custody.broadcast([pull.signedTransaction]);
    await mined(scene.rpc, pull.signedTransaction.hash);
    asked = nodes.map(({ requests }) => requests.length);
  }
  let asked: readonly number[] = [];
  /** Requests for receipts since the pull was sent. */
  function receiptsAsked({ requests }: MisbehavingNode, index: number): number {
    return requests
      .slice(asked[index])
      .filter((calls) => calls.some(({ method }) => method === 'eth_getTransactionReceipt')).length;
  }
  /** What it brought, and the receipt that is owed. */
  async function reading(custody: EvmCustody) {
    const { transactions } = await custody.observe(scene.chain, [pull.watched], signal);
    return transactions.flatMap(({ mined: one, receiptOwed }) => [
      one?.transfers[0]?.units ?? null,
      receiptOwed,
    ]);
  }
  /** A receipt at the head, where the pull would have brought its units. */
  async function forged(): Promise<Behaviour> {
    // CAST: anvil's own shape.
    const head = (await scene.rpc('eth_getBlockByNumber', ['latest', false])) as {
      number: string;
      hash: string;
    };
    const { expects } = pull.watched.transaction;
    const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
    return changing('eth_getTransactionReceipt', (reply) => ({
      id: reply.id,
      result: {
        transactionHash: pull.signedTransaction.hash,
        blockNumber: head.number,
        blockHash: head.hash,
        status: '0x1',
        gasUsed: '0x1',
        effectiveGasPrice: '0x1',
        from: scene.custody.evmAccounts.spender,
        to: permit2Address,
        logs: [
          {
            address: scene.usdc,
            topics: [transferTopic, topic(expects?.from ?? ''), topic(expects?.to ?? '')],
            data: topic('0x1388'),
            logIndex: '0x0',
            removed: false,
          },
        ],
      },
    }));
  }
});

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
