import type { BitcoinNode } from '@interline/adapters/custody/bitcoin';
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
