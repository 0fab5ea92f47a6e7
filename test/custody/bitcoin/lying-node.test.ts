import { type BitcoinNode, feeRate } from '@interline/adapters/custody/bitcoin';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();

describe('one of three nodes that hides its mempool and says that it knows no coin of a payout', () => {
  const bitcoin = withBitcoind();

  for (const place of [0, 1, 2])
    it(`has nothing replaced by that, wherever it is named: place ${place}`, async () => {
      const lie = { isOn: false };
      const scene = custodyScene(bitcoin(), {}, (core) => {
        const all = [{ ...core }, { ...core }, { ...core }];
        all[place] = liar(core, lie);
        return all;
      });
      await scene.fund(50_000n, 50_000n, 50_000n, 50_000n);
      const payouts = [];
      for (let count = 0; count < 4; count += 1)
        payouts.push(await scene.payout(scene.stranger(), 30_000n));
      const last = await scene.batch(payouts, 0);
      await scene.send(last);
      lie.isOn = true;

      const isSpoilt = await scene.custody.isSpoilt?.(last, signal);
      await scene.close();

      expect(scene.bitcoinFields(last).inputs.length).to.be.above(1);
      expect(isSpoilt).to.equal(false);
    });
});

describe('one of three nodes that lies of what it relays', () => {
  const bitcoin = withBitcoind();

  for (const [named, minimum, incremental] of [
    ['a minimum just below the cap', 95_000n, 1_000n],
    ['a minimum above the cap', 10_000_000n, 1_000n],
    ['an increment that no float pays', 1_000n, 10_000_000n],
  ] as const)
    it(`neither sets what a payout or its replacement costs, nor stops one: ${named}`, async () => {
      const lie = { minimum: feeRate(minimum), incremental: feeRate(incremental) };
      const scene = custodyScene(bitcoin(), {}, (core) => [
        core,
        { ...core },
        { ...core, relayRates: async () => lie },
      ]);
      await scene.fund(1_000_000n);

      const payout = await scene.payout(scene.stranger(), 100_000n);
      const signed = await scene.batch([payout], 0);
      await scene.send(signed);
      const next = await scene.replaced(signed);
      await scene.close();

      expect(payout.tx).to.deep.include({ gasLimit: 154n, maxFeeRate: 2n });
      expect(scene.bitcoinFields(signed).fee).to.equal(308n);
      // By its own relay, which is more than an eighth of 308.
      expect(scene.bitcoinFields(next).fee).to.equal(462n);
    });

  it('is not believed either if the other two report nothing of it, as Esplora does', async () => {
    const scene = custodyScene(bitcoin(), {}, (core) => [
      { ...core, relayRates: async () => null },
      { ...core, relayRates: async () => null },
      {
        ...core,
        relayRates: async () => ({ minimum: feeRate(95_000n), incremental: feeRate(95_000n) }),
      },
    ]);
    await scene.fund(1_000_000n);

    const { tx } = await scene.payout(scene.stranger(), 100_000n);
    await scene.close();

    expect(tx).to.deep.include({ gasLimit: 154n, maxFeeRate: 2n });
  });
});

describe('one of three nodes that lies of what a waiting payout and its children pay', () => {
  const bitcoin = withBitcoind();

  for (const place of [0, 1, 2])
    for (const [named, sats] of [
      ['just below the cap', 14_000n],
      ['above the cap', 99_000_000n],
      ['nothing', 0n],
    ] as const)
      it(`neither raises a replacement nor stops one: ${named}, place ${place}`, async () => {
        const { payout, next, noop } = await replacedWhere([0, 1, 2], place, sats);

        expect([payout, next, noop]).to.deep.equal([308n, 462n, 419n]);
      });

  it('is not believed either if the other two do not have the payout any more', async () => {
    const { payout, next, noop } = await replacedWhere([2], 2, 14_000n);

    expect([payout, next, noop]).to.deep.equal([308n, 462n, 419n]);
  });

  /** The fees of a payout that those nodes have, of its replacement, and of a no-op in its place. */
  async function replacedWhere(holding: readonly number[], place: number, sats: bigint) {
    const scene = custodyScene(bitcoin(), {}, (core) =>
      [0, 1, 2].map((number): BitcoinNode => ({
        ...core,
        // With an estimate that is met nothing is replaced.
        feeEstimate: async () => null,
        packageFee: async (...asked) =>
          number === place ? sats : holding.includes(number) ? core.packageFee(...asked) : null,
      })),
    );
    await scene.fund(1_000_000n);
    const payout = await scene.batch([await scene.payout(scene.stranger(), 100_000n)], 0);
    await scene.send(payout);

    const next = await scene.replaced(payout);
    const noop = await scene.noop(0);
    await scene.close();

    const fees = [payout, next, noop].map((one) => scene.bitcoinFields(one).fee);
    return { payout: fees[0], next: fees[1], noop: fees[2] };
  }
});

function liar(core: BitcoinNode, lie: { readonly isOn: boolean }): BitcoinNode {
  return {
    ...core,
    async paying(...asked) {
      const found = await core.paying(...asked);
      const transactions = found.transactions.filter(({ block }) => block !== null || !lie.isOn);
      return { ...found, transactions };
    },
    spendOf: async (...asked) => (lie.isOn ? { state: 'unknown' } : core.spendOf(...asked)),
  };
}
