import { asUnits, evmAddress } from '@interline/kernel';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import type { WatchedTransaction } from '@interline/ports';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import {
  type Behaviour,
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { committed, type Committed, contentOf } from './transactions.ts';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const odd: Readonly<Record<string, object>> = {
  'more gas than was signed for': { gasUsed: '0xffffffff' },
  'no price': { effectiveGasPrice: undefined },
  'another hash': { transactionHash: `0x${'77'.repeat(32)}` },
};

describe('what one lying node does to receipts of ours', () => {
  let scene: CustodyScene;
  let nodes: readonly MisbehavingNode[];
  let counted = 0;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', scene.custody.evmAccounts.float, 10_000_000n);
    await scene.rpc('evm_setAutomine', [false]);
    nodes = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
  });
  beforeEach(() => {
    for (const node of nodes) node.behave(honest);
    scene.log.lines.length = 0;
    counted = 0;
  });
  after(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await scene.close();
  });

  describe('a payout of coin', () => {
    for (const count of [1, 2]) {
      it(`moved what we signed, whatever the first of ${count} nodes says of its value and recipient`, async () => {
        const payout = await mined('native');
        const lie = changing('eth_getTransactionByHash', (reply) => ({
          ...reply,
          result: { ...Object(reply.result), value: '0x0' },
        }));
        nodes[0]?.behave(lie);
        const custody = over(count);
        const first = await reading(custody, payout.watched);
        nodes[0]?.behave(receiptsWith({ to: `0x${'66'.repeat(20)}` }));
        const second = await reading(custody, payout.watched);

        expect([first, second]).to.deep.equal([
          [1_000n, null],
          [1_000n, null],
        ]);
      });
    }
  });

  describe('a payout whose slot another transaction has', () => {
    for (const count of [2, 3]) {
      it(`has not succeeded because the last of ${count} nodes forges its receipt`, async () => {
        const [ours = expect.fail()] = await sealed('payout');
        const other = await sent('noop');
        const real = await receiptOf(other.signedTransaction.hash);
        const forged = { ...real, logs: [transferTo(recipient, real)] };
        nodes[count - 1]?.behave(answering(ours.signedTransaction.hash, forged));

        expect(await reading(over(count), ours.watched)).to.deep.equal([
          null,
          ours.signedTransaction.hash,
        ]);
      });

      it(`is owed alone while the last of ${count} nodes forges the receipts of two of its forms`, async () => {
        const [prepared = expect.fail()] = await preparedFor('payout');
        const [ours = expect.fail()] = await committed(scene.custody, [prepared]);
        const { transaction } = ours.watched;
        const tx = { ...prepared.tx, maxFeeRate: prepared.tx.maxFeeRate * 2n };
        const dearer = scene.custody.seal(
          contentOf(transaction),
          { ...prepared, tx },
          transaction.slot,
          1_700_000_000_001,
        );
        const other = await sent('noop');
        const next = await mined(scene.usdc);
        const real = await receiptOf(other.signedTransaction.hash);
        const forms = [ours.signedTransaction, dearer];
        const hashes = forms.map(({ hash }) => hash);
        nodes[count - 1]?.behave(
          changing('eth_getTransactionReceipt', (reply, { params: [hash] }) =>
            hashes.some((one) => one === hash)
              ? { ...reply, result: { ...real, transactionHash: hash } }
              : reply,
          ),
        );

        const read = await readings(over(count), [{ transaction, forms }, next.watched]);

        expect(read).to.deep.equal([
          [null, ours.signedTransaction.hash],
          [1_000n, null],
        ]);
      });
    }
  });

  describe('a receipt that the node which is read keeps back', () => {
    it('counts once two others show it alike, and is owed while one of them is silent', async () => {
      const payout = await mined(scene.usdc);
      nodes[0]?.behave(receiptsWith(null));
      const byTwo = await reading(over(3), payout.watched);
      nodes[2]?.behave(async () => 'reset');
      const byOne = await reading(over(3), payout.watched);

      expect([byTwo, byOne]).to.deep.equal([
        [1_000n, null],
        [null, payout.signedTransaction.hash],
      ]);
    });

    it('is owed while only a second node shows it, with a cost that this node made up', async () => {
      const payout = await mined(scene.usdc);
      nodes[0]?.behave(receiptsWith(null));
      nodes[1]?.behave(receiptsWith({ gasUsed: '0x1' }));

      expect(await reading(over(2), payout.watched)).to.deep.equal([
        null,
        payout.signedTransaction.hash,
      ]);
    });
  });

  for (const [what, lie] of Object.entries(odd)) {
    for (const count of [1, 2, 3]) {
      it(`a receipt with ${what} at the first of ${count} nodes holds up no other transaction`, async () => {
        const [first, second] = await two();
        nodes[0]?.behave(lying(first, lie));
        const custody = over(count);
        const seen = [];
        for (let block = 0; block < 3; block += 1) {
          seen.push(await readings(custody, [first.watched, second.watched]));
          await mine(1);
        }

        // Two others show it as it is, or it is owed.
        const itself = count === 3 ? [1_000n, null] : [null, first.signedTransaction.hash];
        expect(seen).to.deep.equal(Array.from({ length: 3 }, () => [itself, [1_000n, null]]));
        expect(counted).to.be.greaterThan(0);
        expect(scene.log.lines.filter(({ event }) => event === 'node-fault')).to.deep.equal([
          {
            level: 'warn',
            event: 'node-fault',
            fields: {
              chain: scene.chain,
              node: 1,
              fault: what === 'more gas than was signed for' ? 'impossible' : 'garbage',
            },
          },
        ]);
      });
    }

    it(`a receipt with ${what} at the second of two nodes holds up no other transaction`, async () => {
      const [first, second] = await two();
      nodes[1]?.behave(lying(first, lie));
      const custody = over(2);

      const read = await readings(custody, [first.watched, second.watched]);
      const [, other = expect.fail()] = (
        await custody.observe(scene.chain, [first.watched, second.watched], signal)
      ).transactions;
      const deep = [first, second].map(({ signedTransaction: { hash } }) => ({
        hash,
        blockHash: other.mined?.blockHash ?? expect.fail(),
      }));

      expect(read).to.deep.equal([
        [null, first.signedTransaction.hash],
        [1_000n, null],
      ]);
      expect([...(await custody.shownAlike(scene.chain, deep, signal))]).to.deep.equal([
        second.signedTransaction.hash,
      ]);
    });
  }

  for (const index of [0, 1]) {
    it(`an error for one receipt at node ${index + 1} of two holds up no other transaction`, async () => {
      const [first, second] = await two();
      nodes[index]?.behave(
        changing('eth_getTransactionReceipt', (reply, { params: [asked] }) =>
          asked === first.signedTransaction.hash
            ? { id: reply.id, error: { code: -32_000, message: 'internal error' } }
            : reply,
        ),
      );

      expect(await readings(over(2), [first.watched, second.watched])).to.deep.equal([
        [null, first.signedTransaction.hash],
        [1_000n, null],
      ]);
    });
  }

  it('a second node that rests after a fault is asked anyway', async () => {
    const payout = await mined(scene.usdc);
    nodes[0]?.behave(
      changing('eth_getTransactionCount', (reply) => ({ ...reply, result: 'much' })),
    );

    expect(await reading(over(2), payout.watched)).to.deep.equal([1_000n, null]);
  });

  it('a head that one of its machines does not know yet is asked for again', async () => {
    const payout = await mined(scene.usdc);
    let isBehind = true;
    nodes[0]?.behave(
      changing('eth_getBlockByNumber', (reply, { params: [height] }) => {
        if (height === 'latest' || !isBehind) return reply;
        isBehind = false;
        return { ...reply, result: null };
      }),
    );

    const read = await reading(over(1), payout.watched);

    expect([isBehind, read]).to.deep.equal([false, [1_000n, null]]);
    expect(scene.log.lines).to.deep.equal([]);
  });

  const over = (count: number): EvmCustody =>
    scene.over(
      nodes.slice(0, count).map(({ url }) => url),
      {},
      { onContradiction: () => (counted += 1) },
    );
  const mine = (blocks: number) => scene.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);

  async function preparedFor(kind: 'payout' | 'noop', token: string = scene.usdc) {
    const { chain, custody } = scene;
    const request =
      kind === 'noop'
        ? ({ kind, chain, role: 'float' } as const)
        : ({
            kind,
            purpose: kind,
            chain,
            token,
            role: 'float',
            to: recipient,
            units: asUnits(1_000n),
          } as const);
    return valueOf(await custody.prepare(request, signal));
  }
  async function sealed(kind: 'payout' | 'noop', token?: string) {
    return committed(scene.custody, await preparedFor(kind, token));
  }
  async function sent(kind: 'payout' | 'noop', token?: string): Promise<Committed> {
    const [one = expect.fail()] = await sealed(kind, token);
    await scene.custody.broadcast([one.signedTransaction]);
    await mine(1);
    return one;
  }
  const mined = (token: string): Promise<Committed> => sent('payout', token);
  /** Two payouts in one block. */
  async function two(): Promise<readonly [Committed, Committed]> {
    const [prepared = expect.fail()] = await preparedFor('payout');
    const [first = expect.fail(), second = expect.fail()] = await committed(scene.custody, [
      prepared,
      prepared,
    ]);
    await scene.custody.broadcast([first.signedTransaction, second.signedTransaction]);
    await mine(1);
    return [first, second];
  }

  /** What each brought, and the receipt that is owed. */
  async function readings(custody: EvmCustody, watched: readonly WatchedTransaction[]) {
    const { transactions } = await custody.observe(scene.chain, watched, signal);
    return transactions.map((one) => [one.mined?.transfers[0]?.units ?? null, one.receiptOwed]);
  }
  async function reading(custody: EvmCustody, watched: WatchedTransaction) {
    const [read] = await readings(custody, [watched]);
    return read;
  }

  async function receiptOf(hash: string) {
    // CAST: anvil's own shape.
    return (await scene.rpc('eth_getTransactionReceipt', [hash])) as Readonly<
      Record<string, unknown>
    >;
  }
  function transferTo(to: string, { blockNumber, blockHash }: Readonly<Record<string, unknown>>) {
    const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
    return {
      address: scene.usdc,
      topics: [transferTopic, word(scene.custody.evmAccounts.float), word(to)],
      data: word('0x3e8'),
      blockNumber,
      blockHash,
      logIndex: '0x0',
      removed: false,
    };
  }
  function lying({ signedTransaction: { hash } }: Committed, lie: object): Behaviour {
    return changing('eth_getTransactionReceipt', (reply, { params: [asked] }) =>
      asked === hash ? { ...reply, result: { ...Object(reply.result), ...lie } } : reply,
    );
  }
});

function receiptsWith(lie: object | null): Behaviour {
  return changing('eth_getTransactionReceipt', (reply) => ({
    ...reply,
    result: lie === null || reply.result == null ? null : { ...reply.result, ...lie },
  }));
}

/** Of every receipt that is asked for under that hash. */
function answering(hash: string, receipt: object): Behaviour {
  return changing('eth_getTransactionReceipt', (reply, { params: [asked] }) =>
    asked === hash ? { ...reply, result: { ...receipt, transactionHash: hash } } : reply,
  );
}
