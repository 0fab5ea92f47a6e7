import {
  StaleTransaction,
  type UnmatchedClosing,
  type UnprovenSlot,
} from '@interline/core/transactions';
import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, permit, route, spender, transaction } from './store-samples.ts';

export function storeSlots(given: () => ContractStore): void {
  storeUnmatched(given);

  describe('the slot of a transaction', () => {
    beforeEach(async () => {
      await given().run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1', { permit: permit(1n) }));
        await tx.transactions.insertTransaction(transaction('ef_1', 5), 100);
        await tx.transactions.insertTransaction(transaction('ef_2', 6), 100);
        await tx.transactions.insertTransaction(transaction('ef_3', 7));
      });
    });

    it('was free at the block that is kept for it, which only rises, and only while it is open', async () => {
      const { run, reads } = given();
      await run('settle', (tx) =>
        tx.transactions.moveTransaction('ef_2', 'open', { state: 'reverted' }),
      );

      await run('free', (tx) => tx.transactions.raiseFreeAt(['ef_1', 'ef_2', 'ef_3'], 164));
      await run('free', (tx) => tx.transactions.raiseFreeAt(['ef_1'], 163));

      expect(
        await Promise.all(
          ['ef_1', 'ef_2', 'ef_3', 'ef_4'].map((id) => reads.transactions.freeAtOf(id)),
        ),
      ).to.deep.equal([164, 100, 164, null]);
      expect(
        await Promise.all(
          ['ef_1', 'ef_2', 'ef_3', 'ef_4'].map((id) => reads.transactions.preparedAtOf(id)),
        ),
      ).to.deep.equal([100, 100, null, null]);
      expect(await reads.transactions.transactionsOf('rt_1')).to.deep.equal([
        transaction('ef_1', 5),
        transaction('ef_2', 6, { state: 'reverted' }),
        transaction('ef_3', 7),
      ]);
    });

    it('is unproven since the first look that did not show its end, until it is cleared', async () => {
      const { run, reads } = given();
      await run('note', async (tx) => {
        await tx.transactions.noteUnproven(unproven('ef_2', { sinceMs: 2_000 }));
        await tx.transactions.noteUnproven(unproven('ef_1', { sinceMs: 1_000 }));
      });
      const later = { reason: 'receipt-owed', rangeFrom: null, rangeTo: null } as const;
      await run('note', (tx) =>
        tx.transactions.noteUnproven(
          unproven('ef_1', { ...later, sinceMs: 9_000, lookedAtMs: 9_000 }),
        ),
      );

      expect(await reads.transactions.unprovenSlots()).to.deep.equal([
        unproven('ef_1', { ...later, sinceMs: 1_000, lookedAtMs: 9_000 }),
        unproven('ef_2', { sinceMs: 2_000 }),
      ]);
      await run('clear', (tx) => tx.transactions.clearUnproven('ef_1'));
      expect(await reads.transactions.unprovenSlots()).to.deep.equal([
        unproven('ef_2', { sinceMs: 2_000 }),
      ]);
    });

    it('is not unproven any more once its transaction is displaced or final, and pruning forgets it', async () => {
      const { run, reads } = given();
      await run('note', async (tx) => {
        for (const id of ['ef_1', 'ef_2', 'ef_3'])
          await tx.transactions.noteUnproven(unproven(id, { sinceMs: 1_000 }));
      });
      await run('settle', async (tx) => {
        await tx.transactions.moveTransaction('ef_1', 'open', { state: 'displaced' });
        await tx.transactions.moveTransaction('ef_2', 'open', { state: 'mined', isFinal: true });
      });

      const before = await reads.transactions.unprovenSlots();
      await run('prune', (tx) => tx.prune(10_000));
      // What a reorg could bring back now.
      await run('reopen', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'displaced', { state: 'open' }),
      );

      expect(before).to.deep.equal([unproven('ef_3', { sinceMs: 1_000 })]);
      expect(await reads.transactions.unprovenSlots()).to.deep.equal(before);
    });
  });
}

function storeUnmatched(given: () => ContractStore): void {
  describe('an unmatched transaction', () => {
    const waiting = {
      id: 'eip155:8453/0x0a/0',
      kind: 'pull',
      chain: base,
      account: spender,
      slot: 4,
      hash: '0x0a',
      block: 12,
      atMs: 5_000,
      moved: [{ token: '0x70', from: spender, to: spender, units: asUnits(200_000n) }],
      spent: ['ab:0', 'cd:3'],
      permit: { owner: spender, nonce: '9' },
      sinceMs: 6_000,
    } as const;
    const closed = {
      as: 'returned',
      by: 'ann',
      atMs: 7_000,
      evidence: `0x${'ab'.repeat(32)}`,
      routeId: 'rt_1',
    } as const;

    it('waits until it is closed, once, and is kept with how, by whom, when and for which route', async () => {
      const { run, reads } = given();
      await run('put', (tx) => tx.transactions.putUnmatched(waiting));
      const before = await reads.transactions.unmatchedTransactions();

      await run('close', (tx) => tx.transactions.closeUnmatched(waiting.id, closed));
      await run('put', (tx) => tx.transactions.putUnmatched(waiting));

      const twice = run('close', (tx) =>
        tx.transactions.closeUnmatched(waiting.id, { ...closed, as: 'explained' }),
      );
      expect(await rejection(twice)).to.be.instanceOf(StaleTransaction);
      const unknown = run('close', (tx) => tx.transactions.closeUnmatched('another', closed));
      expect(await rejection(unknown)).to.be.instanceOf(StaleTransaction);
      expect(before).to.deep.equal([{ ...waiting, closed: null }]);
      expect(await reads.transactions.unmatchedTransactions()).to.deep.equal([
        { ...waiting, closed },
      ]);
    });

    it('names no route if it was closed before closings named one', async () => {
      const { run, reads } = given();
      // CAST: as an earlier release wrote it.
      const older = { as: 'returned', by: 'ann', atMs: 7_000, evidence: null } as UnmatchedClosing;
      await run('put', (tx) => tx.transactions.putUnmatched(waiting));
      await run('close', (tx) => tx.transactions.closeUnmatched(waiting.id, older));

      const [kept] = await reads.transactions.unmatchedTransactions();
      expect(kept?.closed).to.deep.equal({ ...older, routeId: null });
    });
  });
}

function unproven(transactionId: string, more: Partial<UnprovenSlot>): UnprovenSlot {
  return {
    transactionId,
    chain: base,
    account: spender,
    slot: '5',
    reason: 'history-unserved',
    rangeFrom: 100,
    rangeTo: 164,
    sinceMs: 1_000,
    lookedAtMs: 1_000,
    ...more,
  };
}
