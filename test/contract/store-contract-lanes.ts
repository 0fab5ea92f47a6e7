import { expect } from 'chai';
import type { ContractStore } from './store-contract.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism, spender } from './store-samples.ts';

export function storeLanes(given: () => ContractStore): void {
  describe('a nonce lane', () => {
    it("hands out each nonce once, from the chain's", async () => {
      const { work, reader } = given();
      await work.run('open', (tx) => tx.transactions.openLane(base, spender, 7));

      const nonces = await Promise.all(
        Array.from({ length: 20 }, () =>
          work.run('allot', (tx) => tx.transactions.allotNonce(base, spender)),
        ),
      );

      expect(nonces).to.deep.equal([
        7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
      ]);
      expect(await reader.transactions.lane(base, spender)).to.deep.equal({
        chain: base,
        account: spender,
        nextNonce: 27,
        lastMined: -1,
        stopped: null,
      });
    });

    it("gives a rolled back unit's nonce to the next one", async () => {
      const { work } = given();
      await work.run('open', (tx) => tx.transactions.openLane(base, spender, 0));

      await rejection(
        work.run('allot', async (tx) => {
          await tx.transactions.allotNonce(base, spender);
          throw new Error('the unit gives up');
        }),
      );

      expect(await work.run('allot', (tx) => tx.transactions.allotNonce(base, spender))).to.equal(
        0,
      );
    });

    it('is raised by the chain and never lowered', async () => {
      const { work, reader } = given();

      await work.run('open', (tx) => tx.transactions.openLane(base, spender, 3));
      await work.run('open', (tx) => tx.transactions.openLane(base, spender, 2));
      const lower = (await reader.transactions.lane(base, spender))?.nextNonce;
      await work.run('open', (tx) => tx.transactions.openLane(base, spender, 4));

      expect([lower, (await reader.transactions.lane(base, spender))?.nextNonce]).to.deep.equal([
        3, 4,
      ]);
    });

    it('refuses while it was never opened, or is stopped', async () => {
      const { work } = given();
      const unopened = await rejection(
        work.run('allot', (tx) => tx.transactions.allotNonce(base, spender)),
      );
      await work.run('stop', async (tx) => {
        await tx.transactions.openLane(base, spender, 3);
        await tx.transactions.stopLane(base, spender, 'the chain went back');
        await tx.transactions.openLane(base, spender, 5);
      });

      const stopped = await rejection(
        work.run('allot', (tx) => tx.transactions.allotNonce(base, spender)),
      );
      await work.run('go', (tx) => tx.transactions.stopLane(base, spender, null));

      expect(unopened).to.include({ code: 'LANE_STOPPED' });
      expect(stopped).to.include({ code: 'LANE_STOPPED' });
      expect(stopped).to.have.deep.property('details', {
        chain: base,
        reason: 'the chain went back',
      });
      expect(await work.run('allot', (tx) => tx.transactions.allotNonce(base, spender))).to.equal(
        5,
      );
    });

    it('keeps the highest mined nonce', async () => {
      const { work, reader } = given();
      await work.run('open', (tx) => tx.transactions.openLane(base, spender, 0));

      for (const nonce of [0, 4, 3])
        await work.run('see', (tx) => tx.transactions.markMined(base, spender, nonce));

      expect((await reader.transactions.lane(base, spender))?.lastMined).to.equal(4);
    });

    it("stands beside the other chains' lanes", async () => {
      const { work, reader } = given();
      await work.run('open', async (tx) => {
        await tx.transactions.openLane(base, spender, 1);
        await tx.transactions.openLane(optimism, spender, 2);
      });

      expect(
        (await reader.transactions.lanes()).map(({ chain, nextNonce }) => [chain, nextNonce]),
      ).to.deep.equal([
        [optimism, 2],
        [base, 1],
      ]);
      expect(await reader.transactions.lane(base, otherAccount)).to.equal(null);
    });
  });
}

const otherAccount = '0x9999999999999999999999999999999999999999' as typeof spender;
