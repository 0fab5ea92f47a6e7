import fc from 'fast-check';
import { asUnits, routeOwner } from '@interline/kernel';
import { takenOf } from '../support/free-of.ts';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import {
  base,
  gasBook,
  optimism,
  otherPayer,
  payer,
  reservation,
  transaction,
  usdc,
} from './store-samples.ts';
import { expect } from 'chai';

export function storeBooks(given: () => ContractStore): void {
  const record = (units: bigint, block: number) =>
    given().run('record', (tx) =>
      tx.books.recordBalance({ book: gasBook, units: asUnits(units), block }),
    );

  describe('a balance', () => {
    it('is the newest reading: an older block never replaces it, the same block does', async () => {
      const { reads } = given();
      expect(await reads.books.balance(gasBook)).to.equal(null);
      expect(await reads.transactions.holding(gasBook)).to.equal(null);

      await record(2n ** 255n, 100);
      await record(5n, 99);
      const kept = await reads.books.balance(gasBook);
      await record(6n, 100);
      const replaced = await reads.books.balance(gasBook);
      await record(7n, 101);

      expect(kept).to.deep.equal({ book: gasBook, units: 2n ** 255n, block: 100 });
      expect(replaced).to.deep.equal({ book: gasBook, units: 6n, block: 100 });
      expect(await reads.books.balance(gasBook)).to.deep.equal({
        book: gasBook,
        units: 7n,
        block: 101,
      });
      expect(await reads.transactions.holding(gasBook)).to.deep.equal({
        reading: { book: gasBook, units: 7n, block: 101 },
        taken: 0n,
      });
      expect(await reads.books.balance({ ...gasBook, token: usdc })).to.equal(null);
    });
  });

  describe('a reservation', () => {
    it('comes back as it was stored, with its book and its route', async () => {
      const { run, reads } = given();
      const hold = reservation('hold_1', {
        kind: 'payers',
        units: asUnits(2n ** 255n),
        countsFromBlock: 12,
        owner: routeOwner('rt_2'),
      });

      await run('reserve', async (tx) => {
        await tx.transactions.insertReservation(hold);
        await tx.transactions.insertReservation(reservation('claim_1'));
        await tx.transactions.insertReservation(
          reservation('claim_2', { book: { ...gasBook, chain: optimism } }),
        );
      });

      expect(await reads.transactions.reservations(gasBook)).to.deep.equal([
        reservation('claim_1'),
        hold,
      ]);
      expect(await run('look', (tx) => tx.transactions.reservationsOf('rt_2'))).to.deep.equal([
        hold,
      ]);
    });

    it('takes from every reading while it is open', async () => {
      const { run, reads } = given();
      const taken: unknown[] = [];
      await run('reserve', async (tx) => {
        await tx.transactions.insertReservation(reservation('claim_1', { units: asUnits(300n) }));
        await tx.transactions.insertReservation(reservation('claim_2', { units: asUnits(200n) }));
      });
      expect(await reads.transactions.holding(gasBook)).to.equal(null);

      for (const block of [0, 100, 1_000_000]) {
        await record(1_000n, block);
        taken.push((await reads.transactions.holding(gasBook))?.taken);
      }

      expect(taken).to.deep.equal([500n, 500n, 500n]);
    });

    it('stops counting once a reading of the block it was settled in is recorded', async () => {
      const { run, reads } = given();
      await record(1_000n, 100);
      await run('reserve', (tx) => tx.transactions.insertReservation(reservation('claim_1')));
      const held = async () => {
        const holding = await reads.transactions.holding(gasBook);
        return [holding?.reading.units, holding?.taken];
      };

      const whileOpen = await held();
      await run('settle', (tx) => tx.transactions.settleReservation('claim_1', 101));
      const afterSettling = await held();
      await record(500n, 101);

      expect([whileOpen, afterSettling, await held()]).to.deep.equal([
        [1_000n, 500n],
        [1_000n, 500n],
        [500n, 0n],
      ]);
      expect(await reads.transactions.reservations(gasBook)).to.deep.equal([]);
    });

    it("of a payer's money counts from the block it came in, until a reading shows it paid back", async () => {
      const { run, reads } = given();
      const hold = reservation('hold_1', { kind: 'payers', countsFromBlock: 100 });
      const taken: unknown[] = [];
      await run('reserve', (tx) => tx.transactions.insertReservation(hold));
      const look = async (block: number) => {
        await record(1_000n, block);
        taken.push((await reads.transactions.holding(gasBook))?.taken);
      };

      await look(99);
      await look(100);
      await run('settle', (tx) => tx.transactions.settleReservation('hold_1', 110));
      await look(109);
      await look(110);

      expect(taken).to.deep.equal([0n, 500n, 500n, 0n]);
    });

    it("of a payer's money takes the units that came, and counts from the earlier block", async () => {
      const { run, reads } = given();
      const hold = (units: bigint, countsFromBlock: number) =>
        reservation('hold_1', { kind: 'payers', units: asUnits(units), countsFromBlock });
      const seen: unknown[] = [];
      const put = async (units: bigint, fromBlock: number) => {
        await run('credit', (tx) => tx.transactions.putHold(hold(units, fromBlock)));
        const [kept] = await reads.transactions.reservations(gasBook);
        seen.push([kept?.units, kept?.countsFromBlock, kept?.state]);
      };

      await put(500n, 100);
      await put(400n, 101);
      await put(600n, 99);
      await run('settle', (tx) => tx.transactions.settleReservation('hold_1', 110));
      await put(700n, 120);

      expect(seen).to.deep.equal([
        [500n, 100, 'open'],
        [400n, 100, 'open'],
        [600n, 99, 'open'],
        [700n, 99, 'settled'],
      ]);
    });

    it('is counted to the unit, among all others, at whatever block the balance was read', async () => {
      const { run, reads } = given();
      const blocks = fc.integer({ min: 0, max: 20 });
      const units = fc.bigInt({ min: 0n, max: 2n ** 200n }).map(asUnits);
      const kind = fc.constantFrom('outgoing' as const, 'payers' as const);
      const open = fc.record({ units, kind, countsFromBlock: blocks });
      const settled = fc.record({ units, kind, countsFromBlock: blocks, settledBlock: blocks });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          blocks,
          fc.array(fc.oneof(open, settled), { maxLength: 8 }),
          async (block, changes) => {
            round += 1;
            const book = {
              ...gasBook,
              token: otherPayer('0').slice(0, -4) + String(round).padStart(4, '0'),
            };
            const all = changes.map((change, at) =>
              reservation(`r_${round}_${at}`, {
                book,
                state: 'settledBlock' in change ? 'settled' : 'open',
                ...change,
              }),
            );
            await run('reserve', async (tx) => {
              for (const one of all) await tx.transactions.insertReservation(one);
              await tx.books.recordBalance({ book, units: asUnits(2n ** 255n), block });
            });

            expect(await reads.transactions.holding(book)).to.deep.equal({
              reading: { book, units: 2n ** 255n, block },
              taken: takenOf(block, all),
            });
          },
        ),
        { numRuns: 50 },
      );
    });

    it('counts again after a reorg, and moves with its transaction to another block', async () => {
      const { run, reads } = given();
      await record(1_000n, 100);
      await run('reserve', (tx) => tx.transactions.insertReservation(reservation('claim_1')));

      await run('settle', (tx) => tx.transactions.settleReservation('claim_1', 101));
      await run('settle', (tx) => tx.transactions.settleReservation('claim_1', 103));
      const moved = await reads.transactions.reservations(gasBook);
      await run('reopen', (tx) => tx.transactions.reopenReservation('claim_1'));

      expect(moved).to.deep.equal([
        reservation('claim_1', { state: 'settled', settledBlock: 103 }),
      ]);
      expect(await reads.transactions.reservations(gasBook)).to.deep.equal([
        reservation('claim_1'),
      ]);
    });

    it('can be reopened 64 blocks after it was settled', async () => {
      const { run, reads } = given();
      await run('reserve', async (tx) => {
        await tx.transactions.insertReservation(reservation('claim_1'));
        await tx.transactions.settleReservation('claim_1', 100);
      });

      await record(1_000n, 164);
      await run('reopen', (tx) => tx.transactions.reopenReservation('claim_1'));

      expect(await reads.transactions.reservations(gasBook)).to.deep.equal([
        reservation('claim_1'),
      ]);
    });

    it('can be reopened as long as a transaction of its owner is not final, and is forgotten then', async () => {
      const { run, reads } = given();
      const pull = transaction('ef_1', 0);
      await run('reserve', async (tx) => {
        await tx.transactions.insertTransaction(pull);
        await tx.transactions.insertReservation(reservation('claim_1'));
        await tx.transactions.settleReservation('claim_1', 100);
        await tx.transactions.moveTransaction('ef_1', 'open', {
          state: 'mined',
          minedHash: `0x${'ab'.repeat(32)}`,
          minedBlock: 100,
        });
      });
      const left = async () =>
        (await run('look', (tx) => tx.transactions.reservationsOf('rt_1'))).map(({ id }) => id);

      await record(1_000n, 100_000);
      const whileWatched = await left();
      await run('final', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'mined', { isFinal: true }),
      );
      await record(1_000n, 100_001);

      expect([whileWatched, await left()]).to.deep.equal([['claim_1'], []]);
      expect(await reads.transactions.reservations(gasBook)).to.deep.equal([]);
    });

    it('goes with others that are released together', async () => {
      const { run } = given();
      const ids = ['claim_1', 'claim_2', 'claim_3', 'claim_4'];
      await run('reserve', async (tx) => {
        for (const id of ids) await tx.transactions.insertReservation(reservation(id));
      });

      const left = await run('release', async (tx) => {
        await tx.transactions.releaseReservations(['claim_1', 'claim_3', 'claim_4', 'never']);
        await tx.transactions.releaseReservations([]);
        return tx.transactions.reservationsOf('rt_1');
      });

      expect(left.map(({ id }) => id)).to.deep.equal(['claim_2']);
    });

    it('changes its size and its first block, and goes when it is released', async () => {
      const { run, reads } = given();
      await run('reserve', async (tx) => {
        await tx.transactions.insertReservation(reservation('claim_1'));
        await tx.transactions.insertReservation(reservation('claim_2'));
      });

      await run('change', async (tx) => {
        await tx.transactions.setReservation('claim_1', { units: asUnits(900n) });
        await tx.transactions.setReservation('claim_1', { countsFromBlock: 88 });
        await tx.transactions.releaseReservation('claim_2');
        await tx.transactions.releaseReservation('claim_2');
      });

      expect(await reads.transactions.reservations(gasBook)).to.deep.equal([
        reservation('claim_1', { units: asUnits(900n), countsFromBlock: 88 }),
      ]);
    });

    it('must be there to be settled, reopened or changed', async () => {
      const { run } = given();

      for (const move of [
        run('settle', (tx) => tx.transactions.settleReservation('claim_9', 1)),
        run('reopen', (tx) => tx.transactions.reopenReservation('claim_9')),
        run('change', (tx) => tx.transactions.setReservation('claim_9', { units: asUnits(1n) })),
      ])
        expect((await rejection(move)).message).to.equal('there is no reservation claim_9');
    });
  });

  describe('an arrival', () => {
    it('is credited to one route only, which may ask again', async () => {
      const { run } = given();
      const credit = (logIndex: number, routeId: string) =>
        run('credit', (tx) => tx.transfers.creditArrival(base, '0xaa', logIndex, routeId));
      const creditedTo = (logIndex: number) =>
        run('look', (tx) => tx.transfers.creditedRoute(base, '0xaa', logIndex));
      const before = await creditedTo(3);

      expect([
        await credit(3, 'rt_1'),
        await credit(3, 'rt_1'),
        await credit(3, 'rt_2'),
        await credit(-1, 'rt_2'),
      ]).to.deep.equal([true, true, false, true]);
      expect([
        before,
        await creditedTo(3),
        await creditedTo(-1),
        await creditedTo(4),
      ]).to.deep.equal([null, 'rt_1', 'rt_2', null]);
    });
  });

  describe('a liability', () => {
    it('lasts from when it was first put until it is cleared, oldest first, with the newest reason of each route', async () => {
      const { run, reads } = given();
      const owed = {
        routeId: 'rt_1',
        book: { ...gasBook, token: usdc },
        to: payer,
        units: asUnits(2n ** 255n),
        reason: 'the payer is blocked by the token',
        sinceMs: 200,
      };
      const before = await run('owe', async (tx) => [
        await tx.books.putLiability(owed),
        await tx.books.putLiability({ ...owed, routeId: 'rt_2', sinceMs: 100 }),
        await tx.books.putLiability({ ...owed, reason: 'the refund reverted', sinceMs: 300 }),
      ]);

      const both = await reads.books.liabilities();
      const own = [await reads.books.liability('rt_1'), await reads.books.liability('rt_9')];
      await run('pay', async (tx) => {
        await tx.books.clearLiability('rt_2');
        await tx.books.clearLiability('rt_9');
      });

      expect(before).to.deep.equal([null, null, owed]);
      expect(both).to.deep.equal([
        { ...owed, routeId: 'rt_2', sinceMs: 100 },
        { ...owed, reason: 'the refund reverted' },
      ]);
      expect(own).to.deep.equal([{ ...owed, reason: 'the refund reverted' }, null]);
      expect(await reads.books.liabilities()).to.deep.equal([
        { ...owed, reason: 'the refund reverted' },
      ]);
    });
  });
}
