import { asAddress, routeOwner } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { transaction, route } from './store-samples.ts';
import { expect } from 'chai';

export function storeRouteSearches(given: () => ContractStore): void {
  describe('a route', () => {
    it('is counted by its stage while it is open', async () => {
      const { run, reads } = given();
      await run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1', { stage: 'SENDING' }));
        await tx.transfers.insertRoute(route('rt_2', { stage: 'SENDING' }));
        await tx.transfers.insertRoute(route('rt_3', { stage: 'RECEIVING' }));
        await tx.transfers.insertRoute(route('rt_4', { stage: 'DELIVERED', status: 'DONE' }));
      });

      expect(await reads.transfers.openByStage()).to.deep.equal(
        new Map([
          ['RECEIVING', 1],
          ['SENDING', 2],
        ]),
      );
    });

    it('is unsettled while it is open or a transaction of it may still be taken back, oldest first', async () => {
      const { run, reads } = given();
      const done = { status: 'DONE', phase: 'ended' } as const;
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(route('rt_open', { createdAtMs: 300 }));
        await tx.transfers.insertRoute(route('rt_reverted', { ...done, createdAtMs: 100 }));
        await tx.transfers.insertRoute(route('rt_mined', { ...done, createdAtMs: 200 }));
        await tx.transfers.insertRoute(route('rt_final', { ...done, createdAtMs: 150 }));
        await tx.transfers.insertRoute(
          route('rt_failed', { status: 'FAILED', phase: 'ended', createdAtMs: 50 }),
        );
        await tx.transfers.insertRoute(route('rt_bare', { ...done, createdAtMs: 60 }));
        await tx.transactions.insertTransaction(
          transaction('ef_1', 1, { owner: routeOwner('rt_reverted'), state: 'reverted' }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_2', 2, { owner: routeOwner('rt_mined'), state: 'mined' }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_3', 3, { owner: routeOwner('rt_final'), state: 'mined', isFinal: true }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_4', 4, { owner: routeOwner('rt_failed'), state: 'open' }),
        );
        await tx.transactions.insertTransaction(
          transaction('ef_5', 5, { owner: routeOwner('rt_bare'), state: 'displaced' }),
        );
      });

      const first = await reads.transfers.unsettledRoutes(2);
      const rest = await reads.transfers.unsettledRoutes(2, 'rt_mined');

      expect(first.map(({ id }) => id)).to.deep.equal(['rt_failed', 'rt_mined']);
      expect(rest.map(({ id }) => id)).to.deep.equal(['rt_open']);
      expect(await reads.transfers.unsettledRoutes(2, 'rt_open')).to.deep.equal([]);
      expect(await reads.transfers.counts()).to.deep.equal({ routes: 6, open: 1 });
    });

    it('owes something until it has ended, and is found with the others in pages, oldest first', async () => {
      const { run, reads } = given();
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(route('rt_3', { createdAtMs: 300 }));
        await tx.transfers.insertRoute(route('rt_1', { createdAtMs: 100 }));
        await tx.transfers.insertRoute(route('rt_2', { createdAtMs: 100, phase: 'refunding' }));
        await tx.transfers.insertRoute(
          route('rt_0', { createdAtMs: 50, status: 'DONE', phase: 'ended' }),
        );
      });
      const [first, second, third] = [
        { id: 'rt_1', createdAtMs: 100 },
        { id: 'rt_2', createdAtMs: 100 },
        { id: 'rt_3', createdAtMs: 300 },
      ];

      expect(await reads.transfers.owingRoutes(2)).to.deep.equal([first, second]);
      expect(await reads.transfers.owingRoutes(2, first)).to.deep.equal([second, third]);
      expect(await reads.transfers.owingRoutes(2, third)).to.deep.equal([]);
    });

    it('is found by its stage while it is open, the one that has not moved for longest first', async () => {
      const { run, reads } = given();
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(route('rt_late', { stage: 'VERIFYING', updatedAtMs: 300 }));
        await tx.transfers.insertRoute(
          route('rt_early', { stage: 'QUARANTINED', updatedAtMs: 100 }),
        );
        await tx.transfers.insertRoute(route('rt_other', { stage: 'SENDING', updatedAtMs: 50 }));
        await tx.transfers.insertRoute(
          route('rt_over', { stage: 'VERIFYING', status: 'DONE', phase: 'ended', updatedAtMs: 10 }),
        );
      });

      expect(
        (await reads.transfers.routesInStages(['VERIFYING', 'QUARANTINED'], 9)).map(({ id }) => id),
      ).to.deep.equal(['rt_early', 'rt_late']);
      expect(await reads.transfers.routesInStages(['VERIFYING', 'QUARANTINED'], 1)).to.deep.equal([
        route('rt_early', { stage: 'QUARANTINED', updatedAtMs: 100 }),
      ]);
      expect(await reads.transfers.routesInStages(['OVERDUE'], 9)).to.deep.equal([]);
    });

    it('waits for a person in a waiting stage or past its time, those that hold money first', async () => {
      const { run, reads } = given();
      await run('fill', async (tx) => {
        const young = { createdAtMs: 1_000 };
        await tx.transfers.insertRoute(
          route('rt_stage', { ...young, stage: 'VERIFYING', updatedAtMs: 300 }),
        );
        await tx.transfers.insertRoute(
          route('rt_old', { createdAtMs: 999, stage: 'SENDING', updatedAtMs: 200 }),
        );
        await tx.transfers.insertRoute(
          route('rt_unpaid', {
            createdAtMs: 10,
            status: 'AWAITING_DEPOSIT',
            stage: 'AWAITING_DEPOSIT',
            updatedAtMs: 10,
          }),
        );
        await tx.transfers.insertRoute(route('rt_young', { ...young, stage: 'SENDING' }));
        await tx.transfers.insertRoute(
          route('rt_over', { createdAtMs: 10, status: 'DONE', phase: 'ended' }),
        );
        await tx.transfers.insertRoute(
          route('rt_rehearsal', { createdAtMs: 10, isSimulated: true }),
        );
      });
      const waiting = { stages: ['VERIFYING'], acceptedBeforeMs: 1_000 };

      const all = await reads.transfers.waitingRoutes(waiting, 9);
      const first = await reads.transfers.waitingRoutes(waiting, 1);

      expect([all.routes.map(({ id }) => id), all.count]).to.deep.equal([
        ['rt_old', 'rt_stage', 'rt_unpaid'],
        3,
      ]);
      expect([first.routes.map(({ id }) => id), first.count]).to.deep.equal([['rt_old'], 3]);
    });

    it('is found if it ended with a refund out of the float, the one that ended first in front', async () => {
      const { run, reads } = given();
      const ended = { status: 'FAILED', phase: 'ended', stage: 'REFUNDED' } as const;
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(
          route('rt_late', { ...ended, refundFrom: 'float', updatedAtMs: 300 }),
        );
        await tx.transfers.insertRoute(
          route('rt_early', { ...ended, refundFrom: 'float', updatedAtMs: 100 }),
        );
        await tx.transfers.insertRoute(route('rt_usual', { ...ended, updatedAtMs: 50 }));
        await tx.transfers.insertRoute(
          route('rt_open', { phase: 'refunding', refundFrom: 'float', updatedAtMs: 10 }),
        );
      });

      expect((await reads.transfers.madeUpRoutes()).map(({ id }) => id)).to.deep.equal([
        'rt_early',
        'rt_late',
      ]);
    });

    it('is found by each of its transactions, with the others that one of them carried; a rehearsal by none', async () => {
      const { run, reads } = given();
      const hashes = { srcTx: '0xaa', destTx: '0xbb', refundTx: '0xcc' };
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(route('rt_late', { createdAtMs: 300, destTx: '0xbb' }));
        await tx.transfers.insertRoute(route('rt_early', { createdAtMs: 200, ...hashes }));
        await tx.transfers.insertRoute(route('rt_none', { createdAtMs: 100 }));
        await tx.transfers.insertRoute(
          route('sbx_1', { createdAtMs: 100, isSimulated: true, ...hashes }),
        );
      });
      const idsBy = async (hash: string, limit = 10): Promise<readonly string[]> =>
        (await reads.transfers.routesByTransaction(hash, limit)).map(({ id }) => id);

      expect(await idsBy('0xaa')).to.deep.equal(['rt_early']);
      expect(await idsBy('0xbb')).to.deep.equal(['rt_early', 'rt_late']);
      expect(await idsBy('0xbb', 1)).to.deep.equal(['rt_early']);
      expect(await idsBy('0xcc')).to.deep.equal(['rt_early']);
      expect(await idsBy('0xdd')).to.deep.equal([]);
    });

    it('is found by an address that it names, and no route is found by text that is not an address', async () => {
      const { run, reads } = given();
      const { order } = route('');
      const [payer, other] = ['0x', '0x'].map((start, at) => start + String(at + 1).repeat(40));
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(
          route('rt_a', { createdAtMs: 100, order: { ...order, payer: asAddress(payer ?? '') } }),
        );
        await tx.transfers.insertRoute(
          route('rt_b', {
            createdAtMs: 200,
            order: { ...order, recipient: asAddress(payer ?? '') },
          }),
        );
        await tx.transfers.insertRoute(
          route('rt_c', { createdAtMs: 300, refundTo: asAddress(other ?? '') }),
        );
      });
      const idsOf = async (address = '', limit = 10): Promise<readonly string[]> =>
        (await reads.transfers.routesOfAddress(address, limit)).map(({ id }) => id);

      expect(await idsOf(payer)).to.deep.equal(['rt_b', 'rt_a']);
      expect(await idsOf(payer, 1)).to.deep.equal(['rt_b']);
      expect(await idsOf(other)).to.deep.equal(['rt_c']);
      expect([await idsOf('%'), await idsOf('0x_'), await idsOf('')]).to.deep.equal([[], [], []]);
    });

    it('is among the recent ones whatever its status, the newest first, two of one millisecond always in the same order', async () => {
      const { run, reads } = given();
      await run('fill', async (tx) => {
        await tx.transfers.insertRoute(route('rt_b', { createdAtMs: 200 }));
        await tx.transfers.insertRoute(
          route('rt_c', { createdAtMs: 200, status: 'DONE', phase: 'ended' }),
        );
        await tx.transfers.insertRoute(
          route('rt_a', { createdAtMs: 200, status: 'FAILED', phase: 'ended' }),
        );
        await tx.transfers.insertRoute(route('sbx_new', { createdAtMs: 300, isSimulated: true }));
        await tx.transfers.insertRoute(route('rt_old', { createdAtMs: 100 }));
      });

      expect((await reads.transfers.recentRoutes(100)).map(({ id }) => id)).to.deep.equal([
        'sbx_new',
        'rt_c',
        'rt_b',
        'rt_a',
        'rt_old',
      ]);
      expect(await reads.transfers.recentRoutes(1)).to.deep.equal([
        route('sbx_new', { createdAtMs: 300, isSimulated: true }),
      ]);
    });
  });
}
