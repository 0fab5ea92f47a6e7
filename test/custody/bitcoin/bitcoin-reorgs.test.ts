import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('the queue of a bitcoin float', () => {
  const node = withBitcoind();
  let scene: CustodyScene;

  beforeEach(() => {
    scene = custodyScene(node());
  });

  afterEach(() => scene.close());

  const observed = async (...watched: Parameters<CustodyScene['custody']['observe']>[1]) =>
    (await scene.custody.observe(bitcoin, watched, signal)).transactions;

  it('replaces what waits by bytes with a higher fee that pay the same, and only one of both is mined', async () => {
    await scene.fund(100_000n);
    const to = scene.stranger();
    const first = await scene.batch([await scene.payout(to, 20_000n)], 0);
    await scene.send(first);

    const second = await scene.replaced(first);
    const outcome = await scene.send(second);
    await node().mine();
    const [reading] = await observed(watchedOf([first, second]));

    const [old, dearer] = [scene.bitcoinFields(first), scene.bitcoinFields(second)];
    expect(outcome).to.equal('accepted');
    expect(dearer.outputs).to.deep.equal(old.outputs);
    expect(dearer.inputs[0]).to.deep.equal(old.inputs[0]);
    expect(dearer.fee > old.fee).to.equal(true);
    expect(reading?.mined?.hash).to.equal(second.hash);
    expect(scene.custody.doesSame(first.chain, first.tx, second.tx)).to.equal(true);
    expect(await scene.send(first)).to.equal('unknown');
  });

  it('fills a slot with a no-op that outbids what waits there and has no recipient', async () => {
    await scene.fund(100_000n);
    const first = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(first);

    const noop = await scene.noop(0);
    const sent = await scene.send(noop);
    await node().mine();
    const [reading] = await observed(watchedOf([first, noop]));

    expect(sent).to.equal('accepted');
    expect(reading?.mined).to.deep.include({ hash: noop.hash, transfers: [] });
    expect(scene.custody.doesSame(first.chain, first.tx, noop.tx)).to.equal(false);
  });

  it('stops at the cap with the fee rate it offers, and follows an operator above it', async () => {
    const tight = custodyScene(node(), { fees: scene.rates(2_000n, 2_200n) });
    await tight.fund(100_000n);
    const first = await tight.batch([await tight.payout(tight.stranger(), 20_000n)], 0);
    await tight.send(first);

    expect(await tight.custody.bump(first, null, signal)).to.deep.equal({
      kind: 'enough',
      feeRateCap: 3n,
    });
    const dearer = await tight.replaced(first, 30n);
    expect(await tight.send(dearer)).to.equal('accepted');
    await tight.close();
  });

  it('forms nothing behind a transaction that is in no block', async () => {
    await scene.fund(200_000n, 200_000n);
    const first = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(first);
    const next = await scene.payout(scene.stranger(), 30_000n);

    const outcome = await scene.batch([next], 1).catch((error: unknown) => error);
    await node().mine();
    const second = await scene.batch([next], 1);

    expect(outcome).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(await scene.send(second)).to.equal('accepted');
    expect(await scene.custody.queue(bitcoin, scene.account, signal)).to.deep.equal({
      mined: 1,
      pending: 2,
      leastPending: 2,
    });
  });

  it('signs nothing for another slot than the chain shows next', async () => {
    await scene.fund(100_000n);
    const payout = await scene.payout(scene.stranger(), 20_000n);

    const outcome = await scene.batch([payout], 1).catch((error: unknown) => error);

    expect(outcome).to.include({ code: 'CHAIN_UNREACHABLE' });
  });

  it('pays once when a reorg confirms another form of the parent: the child moves to it', async () => {
    await scene.fund(100_000n, 100_000n);
    const [one, two] = [scene.stranger(), scene.stranger()];
    const parent = await scene.batch([await scene.payout(one, 20_000n)], 0);
    await scene.send(parent);
    const dearer = await scene.replaced(parent);
    const [block] = await node().mine();
    const child = await scene.batch([await scene.payout(two, 90_000n)], 1);
    await scene.send(child);
    await node().mine();

    // The other branch mines the form that was not mined here, and the child with none of it.
    await node().rpc('invalidateblock', [block]);
    await node().rpc('generateblock', [await reward(), [dearer.raw]]);
    await node().rpc('generateblock', [await reward(), []]);
    await node().rpc('generateblock', [await reward(), []]);
    const [first, second] = await observed(watchedOf([parent, dearer]), watchedOf([child]));
    const lost = await scene.send(child);
    const moved = await scene.replaced(child);
    const sent = await scene.send(moved);
    await node().mine();
    const [settled] = await observed(watchedOf([child, moved]));

    expect(first?.mined?.hash).to.equal(dearer.hash);
    expect(second).to.deep.include({ mined: null, isSlotTaken: false });
    expect(lost).to.equal('unknown');
    expect(scene.bitcoinFields(moved).inputs[0]?.outpoint.slice(0, 64)).to.equal(dearer.hash);
    expect(scene.bitcoinFields(moved).outputs).to.deep.equal(scene.bitcoinFields(child).outputs);
    expect(sent).to.equal('accepted');
    expect(settled?.mined?.hash).to.equal(moved.hash);
    expect(await paidTo(one)).to.equal(20_000n);
    expect(await paidTo(two)).to.equal(90_000n);
    // In no branch both forms of the child can be mined: their inputs exclude each other.
    expect(await scene.send(child)).to.equal('unknown');
  });

  it('has the transaction open again while a reorg keeps it out of all blocks', async () => {
    await scene.fund(100_000n);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(signed);
    const [block] = await node().mine();
    const [before] = await observed(watchedOf([signed]));

    await node().rpc('invalidateblock', [block]);
    await node().rpc('generateblock', [await reward(), []]);
    const [after] = await observed(watchedOf([signed]));
    const queue = await scene.custody.queue(bitcoin, scene.account, signal);
    await node().mine();
    const [again] = await observed(watchedOf([signed]));

    expect(before?.mined?.blockHash).to.equal(block);
    expect(after).to.deep.include({ mined: null, isSlotTaken: false, receiptOwed: null });
    expect(queue).to.deep.equal({ mined: 0, pending: 1, leastPending: 1 });
    expect(again?.mined?.hash).to.equal(signed.hash);
  });

  const reward = async (): Promise<string> => String(await node().rpc('getnewaddress'));
  const paidTo = async (address: string): Promise<bigint> => {
    // CAST: by Bitcoin Core's documentation of the method.
    const found = (await node().rpc('scantxoutset', ['start', [`addr(${address})`]])) as {
      total_amount: number;
    };
    return BigInt(Math.round(found.total_amount * 1e8));
  };
});
