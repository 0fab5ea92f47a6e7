import { evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import { alteredWorker } from '../support/model/altered-worker.ts';
import { modelBooks } from '../support/model/model-books.ts';
import { accounts, healNode } from '../support/model/model-custody.ts';
import { floatAtStart, type ModelHarness, modelHarness } from '../support/model/model-harness.ts';

const opened = { float: floatAtStart, capital: floatAtStart };

describe('a loss that the service does not know of', () => {
  let harness: ModelHarness;
  afterEach(() => harness.close());

  it('is found with its first block if a thief with our key pays a recipient a second time', async () => {
    harness = await modelHarness(1);
    const books = modelBooks(harness);
    const [source, destination] = harness.chains;
    await books.reconcile();
    await harness.execute(0, 200_000n);
    source.mine(1);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);
    const paidOnce = await books.reconcile();
    const before = await books.deficits();
    const [transfer] = harness.transfers;

    destination.mine(3);
    destination.offer({
      hash: destination.strangersHash(),
      from: accounts.float,
      nonce: 1,
      action: { kind: 'transfer', to: transfer?.recipient ?? '', units: 199_840n },
    });
    destination.mine(4);
    const { number } = destination.head;
    await books.reconcile();

    expect([paidOnce, before]).to.deep.equal([['judged', 'judged'], []]);
    expect(await books.deficits()).to.deep.equal([
      {
        chain: destination.ref,
        account: 'float',
        units: 199_840n,
        after: number - 4,
        by: number - 3,
      },
    ]);
    expect(books.alarms).to.deep.equal(['books-deficit']);
  });

  it('is found if a store from before a payout is put back, and gone when the payment is found', async () => {
    const first = await modelHarness(1);
    const [source, destination] = first.chains;
    await modelBooks(first).reconcile();
    await first.execute(0, 200_000n);
    const backup = await first.backUp();
    source.mine(1);
    await first.work(60);
    destination.mine(1);
    await first.close();
    harness = await modelHarness(1, undefined, { backup });
    const books = modelBooks(harness);

    await harness.work(60);
    await books.reconcile();
    const found = await books.deficits();
    // The operator's order waits until no reorg can take the payment.
    source.mine(13);
    harness.chains[1].mine(13);
    const refused = await harness.operate();
    await harness.sweep();
    await harness.work(60);
    await books.reconcile();

    expect(found.map(({ chain, account, units }) => ({ chain, account, units }))).to.deep.equal([
      { chain: destination.ref, account: 'float', units: 199_840n },
    ]);
    expect([refused, await books.deficits()]).to.deep.equal([[], []]);
    expect([await books.balances(source), await books.balances(destination)]).to.deep.equal([
      { ...opened, float: floatAtStart + 200_000n, fees: 160n, conversion: -199_840n },
      { ...opened, float: floatAtStart - 199_840n, conversion: 199_840n },
    ]);
  });

  it('is found if a reorg threw a pull out after its payout, and a loss once it never comes back', async () => {
    harness = await modelHarness(2);
    const books = modelBooks(harness);
    const worker = alteredWorker(harness, { policy: { bumpAfterMs: 1 } });
    const [source, destination] = harness.chains;
    await books.reconcile();
    await harness.execute(0, 200_000n);
    source.mine(2);
    await worker.work(1);
    destination.mine(1);
    await worker.work(1);
    destination.mine(1);
    source.mine(1);
    await books.reconcile();
    const before = await books.deficits();

    source.reorg(3, 6, false);
    source.baseFee = 10_000n;
    await books.reconcile();
    const planted = await books.deficits();
    source.mine(1, true, 4_000);
    await worker.work(3);
    source.baseFee = 0n;
    await worker.work(2);
    source.mine(3);
    await worker.work(3);
    await books.reconcile();

    expect(before).to.deep.equal([]);
    expect(planted.map(({ chain, account, units }) => ({ chain, account, units }))).to.deep.equal([
      { chain: source.ref, account: 'float', units: 200_000n },
    ]);
    expect(await books.deficits()).to.deep.equal([]);
    expect(await books.balances(source)).to.deep.equal({
      ...opened,
      losses: 200_000n,
      fees: 160n,
      conversion: -199_840n,
    });
    expect(worker.saidOf('pull-lost')).to.deep.equal([harness.transfers[0]?.id]);
    worker.stop();
  });
});

describe('a fork that had a payout, and healed before the sweep saw it', () => {
  it('is not a deficit once the payout is paid on the other branch', async () => {
    const harness = await modelHarness(13);
    const books = modelBooks(harness);
    const [source, destination] = harness.chains;
    await books.reconcile();
    await harness.execute(0, 200_000n);
    source.mine(13);
    await harness.work(60);
    await harness.read(destination);
    destination.mine(1);
    await harness.work(200);
    const branch = harness.reorg(destination, 1, 13, false);
    const [node] = harness.custody.nodesOf(destination.ref);
    if (node === undefined) throw new Error('the chain has no node');
    node.fork = { branch, blocksLeft: 100 };
    for (let blocks = 0; blocks < 6; blocks += 1) {
      destination.mine(1, true);
      destination.prolong(branch);
      await harness.work(60);
    }
    await harness.sweep();
    await books.reconcile();
    destination.mine(20, true);
    healNode(node);

    const healed = await books.reconcile();
    await harness.sweep();
    await books.reconcile();

    expect(healed).to.deep.equal(['judged', 'waiting']);
    expect(await books.deficits()).to.deep.equal([]);
    await harness.close();
  });
});

describe('a unit that a stranger sends us', () => {
  it('is unclaimed, without an alarm', async () => {
    const harness = await modelHarness(1);
    const books = modelBooks(harness);
    const [source] = harness.chains;
    await books.reconcile();
    source.offer({
      hash: source.strangersHash(),
      from: evmAddress(`0xaa${'0'.repeat(37)}9`),
      nonce: 0,
      action: { kind: 'transfer', to: accounts.float, units: 1n },
    });
    source.mine(1);

    await books.reconcile();

    expect(await books.balances(source)).to.deep.equal({
      ...opened,
      float: floatAtStart + 1n,
      unclaimed: 1n,
    });
    expect([await books.deficits(), books.alarms]).to.deep.equal([[], []]);
    await harness.close();
  });
});
