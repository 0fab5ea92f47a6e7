import { nativeAddress } from '@interline/kernel';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('custody on bitcoin', () => {
  const node = withBitcoind();
  let scene: CustodyScene;

  beforeEach(() => {
    scene = custodyScene(node());
  });

  afterEach(() => scene.close());

  const observed = async (watched: Parameters<CustodyScene['custody']['observe']>[1]) => {
    const { transactions } = await scene.custody.observe(bitcoin, watched, signal);
    return transactions;
  };
  const held = async (): Promise<bigint | undefined> => {
    const book = { chain: bitcoin, account: scene.account, token: nativeAddress };
    const [reading] = await scene.custody.balances(bitcoin, [book], signal);
    return reading?.units;
  };

  it('pays several payouts in one transaction, whose fee they share to the satoshi', async () => {
    await scene.fund(100_000n, 50_000n);
    const to = [scene.stranger(), scene.stranger(), scene.stranger()];
    const payouts = [];
    for (const [index, one] of to.entries())
      payouts.push(await scene.payout(one, 10_000n * BigInt(index + 1)));

    const signed = await scene.batch(payouts, 0);
    const outcome = await scene.send(signed);
    const waiting = await observed([watchedOf([signed])]);
    const inFlight = await held();
    const [hash] = await node().mine();
    const members = [0, 1, 2].map((group) => watchedOf([signed], { group, of: 3 }));
    const [batch, ...parts] = await observed([watchedOf([signed]), ...members]);

    const fee = batch?.mined?.gasCost ?? 0n;
    expect(outcome).to.equal('accepted');
    expect(waiting[0]).to.deep.include({ mined: null, isSlotTaken: false, receiptOwed: null });
    expect(inFlight).to.equal(150_000n);
    expect(batch?.mined).to.deep.include({ hash: signed.hash, blockHash: hash, isSuccess: true });
    expect(batch?.isSlotTaken).to.equal(true);
    expect(parts.map((one) => one.mined?.transfers)).to.deep.equal(
      [10_000n, 20_000n, 30_000n].map((units, index) => [
        { token: 'native', from: scene.account, to: to[index], units, logIndex: index },
      ]),
    );
    expect(parts.reduce((sum, one) => sum + (one.mined?.gasCost ?? 0n), 0n)).to.equal(fee);
    expect(parts[0]?.mined?.multicall).to.deep.include({ gasCost: fee, failedGroups: [] });
    expect(fee > 0n).to.equal(true);
    expect(await held()).to.equal(150_000n - 60_000n - fee);
  });
});
