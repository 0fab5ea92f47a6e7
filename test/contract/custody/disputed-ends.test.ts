import { asUnits, evmAddress } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import { committed, type Committed } from './transactions.ts';
import {
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  type Reply,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { expect } from 'chai';
import { until } from '../../support/until.ts';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);

describe('a payout that one of two nodes shows as come to nothing', () => {
  let scene: CustodyScene;
  let proxies: readonly MisbehavingNode[];
  let payout: Committed;
  before(async () => {
    scene = await custodyScene();
    await scene.give('USDC', scene.custody.evmAccounts.float, 10_000_000n);
    proxies = await Promise.all([1, 2, 3].map(() => misbehavingNode(scene.rpcUrl)));
  });
  beforeEach(async () => {
    for (const proxy of proxies) proxy.behave(honest);
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
    [payout = expect.fail()] = await committed(scene.custody, [prepared]);
    await scene.custody.broadcast([payout.signedTransaction]);
    // Of a block that is made during a reading the first node shows no receipt yet, and all are asked.
    await mined(scene.rpc, payout.signedTransaction.hash);
  });
  after(async () => {
    await Promise.all(proxies.map((one) => one.close()));
    await scene.close();
  });

  for (const [what, lie] of [
    ['reverted', { status: '0x0', logs: [] }],
    ['without its transfer', { logs: [] }],
  ] as const) {
    it(`is owed a receipt while the first shows it ${what}`, async () => {
      proxies[0]?.behave(receiptsWith(lie));

      expect(await owedReading()).to.deep.equal([null, payout.signedTransaction.hash]);
      proxies[0]?.behave(honest);
      expect(await reading()).to.deep.equal([true, null]);
    });

    it(`is owed a receipt while the first has none and the second shows it ${what}`, async () => {
      proxies[0]?.behave(
        changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })),
      );
      proxies[1]?.behave(receiptsWith(lie));

      expect(await owedReading()).to.deep.equal([null, payout.signedTransaction.hash]);
    });

    it(`is owed a receipt while the first shows it ${what} and the second is silent`, async () => {
      proxies[0]?.behave(receiptsWith(lie));
      proxies[1]?.behave(async () => 'reset');

      expect(await owedReading()).to.deep.equal([null, payout.signedTransaction.hash]);
    });
  }

  it('has reverted if both show it', async () => {
    for (const proxy of proxies) proxy.behave(receiptsWith({ status: '0x0', logs: [] }));

    expect(await reading()).to.deep.equal([false, null]);
  });

  it('has reverted if two of three show it and the third is silent, and not if two are', async () => {
    const lie = { status: '0x0', logs: [] };
    for (const proxy of proxies) proxy.behave(receiptsWith(lie));
    proxies[2]?.behave(async () => 'reset');

    const oneSilent = await reading(3);
    proxies[1]?.behave(async () => 'reset');
    const twoSilent = await reading(3);

    expect([oneSilent, twoSilent]).to.deep.equal([
      [false, null],
      [null, payout.signedTransaction.hash],
    ]);
  });

  it('has not reverted while a third shows that it succeeded', async () => {
    for (const proxy of proxies.slice(0, 2))
      proxy.behave(receiptsWith({ status: '0x0', logs: [] }));

    expect(await reading(3)).to.deep.equal([null, payout.signedTransaction.hash]);
  });

  it('is shown alike by two nodes only if both have its receipt in that block with the same end, at the same cost', async () => {
    const { transactions } = await scene.custody.observe(scene.chain, [payout.watched], signal);
    const shown = transactions.flatMap((one) => (one.mined === null ? [] : [one.mined]));
    const alike = async (count = 2, blockHash = shown[0]?.blockHash ?? expect.fail()) => {
      const custody = scene.over(proxies.slice(0, count).map(({ url }) => url));
      const asked = shown.map((one) => ({ ...one, blockHash }));
      return [...(await custody.shownAlike(scene.chain, asked, signal))];
    };
    const { hash } = payout.signedTransaction;

    const byBoth = await alike();
    const elsewhere = await alike(2, `0x${'77'.repeat(32)}`);
    proxies[1]?.behave(
      changing('eth_getTransactionReceipt', (reply) => ({ ...reply, result: null })),
    );
    const byFirst = [await alike(), await alike(1), await alike(3)];
    proxies[1]?.behave(receiptsWith({ status: '0x0', logs: [] }));
    const disputed = [await alike(), await alike(3)];
    proxies[1]?.behave(receiptsWith({ effectiveGasPrice: '0x0' }));
    const forNothing = await alike();
    proxies[1]?.behave(receiptsWith({ l1Fee: '0x5' }));
    const posted = await alike();

    expect({ byBoth, elsewhere, byFirst, disputed, forNothing, posted }).to.deep.equal({
      byBoth: [hash],
      elsewhere: [],
      byFirst: [[], [hash], [hash]],
      disputed: [[], []],
      forNothing: [],
      posted: [hash],
    });
  });

  it('is asked for before it is final only by those that have not been read', async () => {
    const { custody, heard, asked } = await heardByTwo();

    expect([...(await custody.shownAlike(scene.chain, heard, signal))]).to.have.length(1);
    expect(asked()).to.deep.equal([0, 0, 1]);
  });

  it('is asked for by all if those disagree, and their word counts', async () => {
    const { custody, heard, asked } = await heardByTwo();
    proxies[2]?.behave(receiptsWith({ status: '0x0', logs: [] }));

    expect([...(await custody.shownAlike(scene.chain, heard, signal))]).to.deep.equal([]);
    expect(asked()).to.deep.equal([1, 1, 2]);
  });

  it('is final by two nodes, even if the third disagreed once while it was read, and has been silent since', async () => {
    const custody = scene.over(proxies.map(({ url }) => url));
    proxies[1]?.behave(receiptsWith({ effectiveGasPrice: '0x1' }));
    expect(await minedOf(custody)).to.deep.equal([]);
    proxies[1]?.behave(async () => 'reset');
    const heard = await minedOf(custody);

    expect([...(await custody.shownAlike(scene.chain, heard, signal))]).to.have.length(1);
  });

  /** A custody of three nodes that has just read the payout; what each is asked from then on. */
  async function heardByTwo() {
    const custody = scene.over(proxies.map(({ url }) => url));
    const heard = await minedOf(custody);
    const before = proxies.map(receiptsAskedOf);
    const asked = (): readonly number[] =>
      proxies.map((one, at) => receiptsAskedOf(one) - (before[at] ?? 0));
    return { custody, heard, asked };
  }

  async function minedOf(custody: ReturnType<typeof scene.over>) {
    const { transactions } = await custody.observe(scene.chain, [payout.watched], signal);
    return transactions.flatMap((one) => (one.mined === null ? [] : [one.mined]));
  }

  function receiptsAskedOf({ requests }: MisbehavingNode): number {
    return requests.flat().filter(({ method }) => method === 'eth_getTransactionReceipt').length;
  }

  /** A node that answers too late, on a busy machine, has not been read: it is asked again. */
  function owedReading() {
    return until('a reading of both nodes', async () => {
      const read = await reading();
      return read.some((one) => one !== null) && read;
    });
  }

  async function reading(count = 2) {
    const custody = scene.over(proxies.slice(0, count).map(({ url }) => url));
    const { transactions } = await custody.observe(scene.chain, [payout.watched], signal);
    return transactions.flatMap((one) => [one.mined?.isSuccess ?? null, one.receiptOwed]);
  }

  function receiptsWith(lie: object) {
    const changed = (reply: Reply): Reply =>
      reply.result == null ? reply : { ...reply, result: { ...reply.result, ...lie } };
    return changing('eth_getTransactionReceipt', changed);
  }
});
