import { inNoBlock, relayerOwner, routeOwner } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { transaction, signedTransaction } from './store-samples.ts';
import { expect } from 'chai';

export function storeSigned(given: () => ContractStore): void {
  describe('a signed transaction', () => {
    beforeEach(async () => {
      await given().run('commit', async (tx) => {
        await tx.transactions.insertTransaction(transaction('ef_1', 5, { purpose: 'call' }));
        await tx.transactions.insertTransaction(transaction('ef_2', 6, { purpose: 'call' }));
      });
    });

    it("comes back as it was committed, its transaction's bumps after it", async () => {
      const { run, reads } = given();
      const bump = signedTransaction('0x02', 'ef_1', 5, {
        committedAtMs: 1_763_600_000_001,
        tx: { ...signedTransaction('0x01', 'ef_1', 5).tx, value: 2n ** 255n },
      });

      await run('commit', async (tx) => {
        await tx.transactions.insertSignedTransaction(bump);
        await tx.transactions.insertSignedTransaction(signedTransaction('0x03', 'ef_1', 5));
        await tx.transactions.insertSignedTransaction(signedTransaction('0x04', 'ef_2', 6));
      });

      expect(await reads.transactions.signedTransactionsOf(['ef_1'])).to.deep.equal([
        signedTransaction('0x03', 'ef_1', 5),
        bump,
      ]);
      expect(
        await reads.transactions.signedTransactionsOf(['ef_1', 'ef_2', 'ef_9']),
      ).to.have.length(3);
      expect(await reads.transactions.signedTransactionsOf([])).to.deep.equal([]);
    });

    it('is found by its hash', async () => {
      const { run, reads } = given();
      await run('commit', (tx) =>
        tx.transactions.insertSignedTransaction(signedTransaction('0x01', 'ef_1', 5)),
      );

      expect(await reads.transactions.signedTransaction('0x01')).to.deep.equal(
        signedTransaction('0x01', 'ef_1', 5),
      );
      expect(await reads.transactions.signedTransaction('0x02')).to.equal(null);
    });

    it('is found among more transactions than one statement can name', async () => {
      const { run, reads } = given();
      await run('commit', (tx) =>
        tx.transactions.insertSignedTransaction(signedTransaction('0x01', 'ef_1', 5)),
      );

      const found = await reads.transactions.signedTransactionsOf([
        ...Array.from({ length: 600 }, (_, at) => `ef_x${at}`),
        'ef_1',
      ]);

      expect(found.map(({ hash }) => hash)).to.deep.equal(['0x01']);
    });

    it("gets a remote signer's bytes once", async () => {
      const { run, reads } = given();
      const unsigned = signedTransaction('0x0a', 'ef_1', 5, { raw: null });
      const signed = signedTransaction('0x0b', 'ef_1', 5, { raw: '0x02ff' });
      await run('commit', (tx) => tx.transactions.insertSignedTransaction(unsigned));

      await run('store-signature', (tx) => tx.transactions.setRaw('0x0a', signed));
      const again = await rejection(
        run('store-signature', (tx) => tx.transactions.setRaw('0x0b', signed)),
      );

      expect(await reads.transactions.signedTransactionsOf(['ef_1'])).to.deep.equal([signed]);
      expect(again.message).to.equal('no envelope 0x0b waits for its signature');
    });
  });

  describe('the transaction that paid last', () => {
    const paid = { purpose: 'payout', state: 'mined', minedHash: '0x01', minedBlock: 9 } as const;
    const ofRoute = (id: string) => ({ owner: routeOwner(id) });

    it('paid no route before the first payout is in a block', async () => {
      const { run, reads } = given();
      await run('commit', async (tx) => {
        await tx.transactions.insertTransaction(transaction('ef_1', 5, { purpose: 'payout' }));
        await tx.transactions.insertTransaction(
          transaction('ef_2', 6, { ...paid, purpose: 'pull' }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_3', 7, { ...paid, state: 'reverted' }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_4', 8, { ...paid, owner: relayerOwner }),
        );
      });

      expect(await reads.transactions.routesPaidAtOnce()).to.equal(0);
    });

    it('paid the routes whose payouts it carried, and only those', async () => {
      const { run, reads } = given();
      const place = { bundle: 'b', position: 0, call: signedTransaction('0x01', 'x', 9).tx };
      const multicall = { ...place, carried: { by: 'ef_0', group: 0, of: 1 } };
      await run('commit', async (tx) => {
        for (const one of [
          transaction('ef_0', 9, { ...paid, purpose: 'batch', owner: relayerOwner }),
          transaction('ef_1', 9, { ...paid, ...ofRoute('rt_1'), multicall }),
          transaction('ef_2', 9, { ...paid, ...ofRoute('rt_2'), multicall }),
          transaction('ef_3', 9, { ...paid, ...ofRoute('rt_3'), multicall, state: 'reverted' }),
          transaction('ef_4', 9, { ...paid, ...ofRoute('rt_4'), multicall, purpose: 'pull' }),
          transaction('ef_5', 9, { ...paid, ...ofRoute('rt_1'), multicall }),
          transaction('ef_6', 8, {
            ...paid,
            ...ofRoute('rt_6'),
            minedHash: '0x06',
            createdAtMs: 1,
          }),
        ])
          await tx.transactions.insertTransaction(one);
        await tx.transactions.insertSignedTransaction(
          signedTransaction('0x01', 'ef_0', 9, {
            movements: ['ef_1', 'ef_2', 'ef_3', 'ef_4', 'ef_5', 'ef_6'].map((transactionId) => ({
              kind: 'payout',
              transactionId,
              expects: null,
            })),
          }),
        );
      });
      const together = await reads.transactions.routesPaidAtOnce();

      await run('pay', (tx) =>
        tx.transactions.insertTransaction(
          transaction('ef_7', 10, {
            ...paid,
            ...ofRoute('rt_7'),
            minedHash: '0x07',
            createdAtMs: 1_763_600_000_001,
          }),
        ),
      );
      const alone = await reads.transactions.routesPaidAtOnce();
      await run('reorg', (tx) => tx.transactions.moveTransaction('ef_7', 'mined', inNoBlock));

      expect([together, alone, await reads.transactions.routesPaidAtOnce()]).to.deep.equal([
        2, 1, 2,
      ]);
    });
  });
}
