import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism, spender } from './store-samples.ts';

export function storeAccounts(given: () => ContractStore): void {
  describe('a account', () => {
    it("hands out each nonce once, from the chain's", async () => {
      const { run, reads } = given();
      await run('open', (tx) => tx.transactions.openAccount(base, spender, 7));

      const nonces = await Promise.all(
        Array.from({ length: 20 }, () =>
          run('allot', (tx) => tx.transactions.allotSlot(base, spender)),
        ),
      );

      expect(nonces).to.deep.equal([
        7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
      ]);
      expect(await reads.transactions.account(base, spender)).to.deep.equal({
        chain: base,
        account: spender,
        nextSlot: 27,
        lastMined: -1,
        lastFinal: -1,
        stoppedAtMs: null,
        stopped: null,
      });
    });

    it("gives a rolled back unit's nonce to the next one", async () => {
      const { run } = given();
      await run('open', (tx) => tx.transactions.openAccount(base, spender, 0));

      await rejection(
        run('allot', async (tx) => {
          await tx.transactions.allotSlot(base, spender);
          throw new Error('the unit gives up');
        }),
      );

      expect(await run('allot', (tx) => tx.transactions.allotSlot(base, spender))).to.equal(0);
    });

    it('is raised by the chain and never lowered', async () => {
      const { run, reads } = given();

      await run('open', (tx) => tx.transactions.openAccount(base, spender, 3));
      await run('open', (tx) => tx.transactions.openAccount(base, spender, 2));
      const lower = (await reads.transactions.account(base, spender))?.nextSlot;
      await run('open', (tx) => tx.transactions.openAccount(base, spender, 4));

      expect([lower, (await reads.transactions.account(base, spender))?.nextSlot]).to.deep.equal([
        3, 4,
      ]);
    });

    it('is found among several if it is stopped, on its own chain', async () => {
      const { run, reads } = given();
      await run('open', async (tx) => {
        await tx.transactions.openAccount(base, spender, 3);
        await tx.transactions.openAccount(optimism, spender, 4);
        await tx.transactions.stopAccount(optimism, spender, 'the chain went back');
      });
      const stopped = async (...chains: (typeof base)[]) => {
        const found = await reads.transactions.stoppedAmong(
          chains.map((chain) => ({ chain, account: spender })),
        );
        return found.map(({ chain, nextSlot, stopped: why }) => ({ chain, nextSlot, why }));
      };

      expect([
        await stopped(base, optimism),
        await stopped(optimism, optimism),
        await stopped(base),
        await stopped(),
      ]).to.deep.equal([
        [{ chain: optimism, nextSlot: 4, why: 'the chain went back' }],
        [{ chain: optimism, nextSlot: 4, why: 'the chain went back' }],
        [],
        [],
      ]);
    });

    it('keeps since when it is stopped, whatever reason is written later, until it runs', async () => {
      const { run, reads } = given();
      const stop = (reason: string | null) =>
        run('stop', (tx) => tx.transactions.stopAccount(base, spender, reason));
      const shown = async () => {
        const record = await reads.transactions.account(base, spender);
        return [record?.stopped, record?.stoppedAtMs];
      };
      await run('open', (tx) => tx.transactions.openAccount(base, spender, 0));

      const fresh = await shown();
      await stop('the chain went back');
      const [, sinceMs] = await shown();
      await stop('the nodes disagree');
      const later = await shown();
      await stop(null);

      expect(fresh).to.deep.equal([null, null]);
      expect(sinceMs).to.be.a('number');
      expect(later).to.deep.equal(['the nodes disagree', sinceMs]);
      expect(await shown()).to.deep.equal([null, null]);
    });

    it('refuses while it was never opened, or is stopped', async () => {
      const { run } = given();
      const unopened = await rejection(
        run('allot', (tx) => tx.transactions.allotSlot(base, spender)),
      );
      await run('stop', async (tx) => {
        await tx.transactions.openAccount(base, spender, 3);
        await tx.transactions.stopAccount(base, spender, 'the chain went back');
        await tx.transactions.openAccount(base, spender, 5);
      });

      const stopped = await rejection(
        run('allot', (tx) => tx.transactions.allotSlot(base, spender)),
      );
      await run('go', (tx) => tx.transactions.stopAccount(base, spender, null));

      expect(unopened).to.include({ code: 'ACCOUNT_STOPPED' });
      expect(stopped).to.include({ code: 'ACCOUNT_STOPPED' });
      expect(stopped).to.have.deep.property('details', {
        chain: base,
        reason: 'the chain went back',
      });
      expect(await run('allot', (tx) => tx.transactions.allotSlot(base, spender))).to.equal(5);
    });

    it('keeps the highest mined nonce', async () => {
      const { run, reads } = given();
      await run('open', (tx) => tx.transactions.openAccount(base, spender, 0));

      for (const nonce of [0, 4, 3])
        await run('see', (tx) => tx.transactions.markMined(base, spender, nonce));

      expect((await reads.transactions.account(base, spender))?.lastMined).to.equal(4);
    });

    it('is independent of the lanes of other chains', async () => {
      const { run, reads } = given();
      await run('open', async (tx) => {
        await tx.transactions.openAccount(base, spender, 1);
        await tx.transactions.openAccount(optimism, spender, 2);
      });

      expect(
        (await reads.transactions.accounts()).map(({ chain, nextSlot }) => [chain, nextSlot]),
      ).to.deep.equal([
        [optimism, 2],
        [base, 1],
      ]);
      expect(await reads.transactions.account(base, otherAccount)).to.equal(null);
    });
  });
}

const otherAccount = '0x9999999999999999999999999999999999999999' as typeof spender;
