import { PermitTaken, type Route, StaleRoute } from '@interline/core/transfer';
import { asAddress, asUnits, type ErrorCode } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { optimism, otherPayer, permit, route } from './store-samples.ts';
import { expect } from 'chai';

export function storeRoutes(given: () => ContractStore): void {
  describe('a route', () => {
    it("comes back as it was stored, 2^255 and a plugin's odd keys included", async () => {
      const { run, reads } = given();
      const stored = route('rt_1', {
        permit: permit(2n ** 255n),
        allowance: {
          kind: 'eip2612',
          value: 2n ** 256n - 1n,
          deadline: 1_790_000_000n,
          signature: '0x01',
        },
        credited: asUnits(2n ** 255n),
        delivered: asUnits(0n),
        failure: { code: 'RAIL_FAULT', reason: 'said "no": ünïcode' },
        plan: {
          ...route('rt_1').plan,
          keeps: 'perishable',
          steps: [
            { kind: 'track', ref: { $n: '5', nested: [{ $$n: null }], n: 1.5 }, pollMs: 1_000 },
          ],
        },
        isSimulated: true,
        srcTx: '0x01',
        owed: asUnits(3n),
        givenBack: {
          tx: null,
          units: asUnits(0n),
          parts: [{ tx: '0x4e', logIndex: 0, units: asUnits(2n ** 255n), isToPayer: false }],
        },
      });

      await run('accept-route', (tx) => tx.transfers.insertRoute(stored));

      expect(await reads.transfers.route('rt_1')).to.deep.equal(stored);
      expect(await reads.transfers.routeByPermit(permit(2n ** 255n))).to.deep.equal(stored);
      expect(await reads.transfers.routeByPermit(permit(2n ** 255n - 1n))).to.equal(null);
      expect(await reads.transfers.route('rt_2')).to.equal(null);
    });

    it('that moves our float is under way until it ends, and shows where an engine may pay it', async () => {
      const { run, reads } = given();
      const moving = route('rt_2', { mode: 'rebalance' });
      await run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        await tx.transfers.insertRoute(moving);
      });

      const { from, to, payer, recipient } = moving.order;
      expect(await reads.transfers.openRebalances()).to.deep.equal([moving]);
      expect(await reads.transfers.arrivalsDue()).to.deep.equal([
        { chain: to.chain, account: recipient, token: to.address },
        { chain: from.chain, account: payer, token: from.address },
      ]);
      await run('finish', (tx) =>
        tx.transfers.moveRoute(moving, { status: 'DONE', phase: 'ended' }, 2_000),
      );
      expect(await reads.transfers.openRebalances()).to.deep.equal([]);
      expect(await reads.transfers.arrivalsDue()).to.deep.equal([]);
    });

    it('is found among others if it is done', async () => {
      const { run, reads } = given();
      await run('accept-route', async (tx) => {
        for (const id of ['rt_1', 'rt_2', 'rt_3']) {
          await tx.transfers.insertRoute(route(id));
          if (id === 'rt_1') continue;
          const status = id === 'rt_2' ? 'DONE' : 'FAILED';
          await tx.transfers.moveRoute(route(id), { status, phase: 'ended' }, 2_000);
        }
      });

      expect([
        await reads.transfers.doneAmong(['rt_1', 'rt_2', 'rt_3', 'never']),
        await reads.transfers.doneAmong(['rt_1']),
        await reads.transfers.doneAmong([]),
      ]).to.deep.equal([['rt_2'], [], []]);
    });

    it('of an earlier version has the codes of its refusals and its failure by the names of today', async () => {
      const { run, reads } = given();
      const coded = (code: string): Pick<Route, 'refusals' | 'failure'> => {
        const why = { code: code as ErrorCode, reason: 'stopped' }; // CAST: as the earlier version wrote it.
        return { refusals: [...route('').refusals, { rail: 'stock', ...why }], failure: why };
      };
      await run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_1', coded('LANE_STOPPED'))),
      );

      const today = route('rt_1', coded('ACCOUNT_STOPPED'));
      expect(await reads.transfers.route('rt_1')).to.deep.equal(today);
      expect(await reads.transfers.unsettledRoutes(1)).to.deep.equal([today]);
    });

    it('uses up its permit permanently: the same chain, owner and nonce is refused, a change in one of the three is not', async () => {
      const { run, reads } = given();
      await run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_1', { permit: permit(9n) })),
      );

      const error = await rejection(
        run('accept-route', (tx) =>
          tx.transfers.insertRoute(
            route('rt_2', { permit: permit(9n, { signature: '0xff', units: permit(9n).units }) }),
          ),
        ),
      );
      await run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_3', { permit: permit(10n) }));
        await tx.transfers.insertRoute(route('rt_4', { permit: permit(9n, { chain: optimism }) }));
        await tx.transfers.insertRoute(
          route('rt_5', { permit: permit(9n, { owner: otherPayer('8') }) }),
        );
      });

      expect(error).to.be.instanceOf(PermitTaken);
      expect(await reads.transfers.counts()).to.deep.equal({ routes: 4, open: 4 });
    });

    it('needs no permit, however many there are', async () => {
      const { run, reads } = given();

      await run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        await tx.transfers.insertRoute(route('rt_2'));
      });

      expect(await reads.transfers.counts()).to.deep.equal({ routes: 2, open: 2 });
    });

    it('lets a unit go on after a taken permit', async () => {
      const { run, reads } = given();
      await run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_1', { permit: permit(9n) })),
      );

      await run('accept-or-find', async (tx) => {
        expect(
          await rejection(tx.transfers.insertRoute(route('rt_2', { permit: permit(9n) }))),
        ).to.be.instanceOf(PermitTaken);
        await tx.transfers.insertRoute(route('rt_3'));
      });

      expect(await reads.transfers.counts()).to.deep.equal({ routes: 2, open: 2 });
    });

    it('moves once from each version', async () => {
      const { run, reads } = given();
      await run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_1')));

      const moved = await run('deliver', (tx) =>
        tx.transfers.moveRoute(
          route('rt_1'),
          { status: 'DONE', delivered: asUnits(24_980_000n) },
          1_763_600_009_000,
        ),
      );
      const error = await rejection(
        run('deliver', (tx) =>
          tx.transfers.moveRoute(route('rt_1'), { stage: 'SENDING' }, 1_763_600_010_000),
        ),
      );

      expect(moved).to.deep.equal(
        route('rt_1', {
          version: 2,
          status: 'DONE',
          delivered: asUnits(24_980_000n),
          updatedAtMs: 1_763_600_009_000,
        }),
      );
      expect(await reads.transfers.route('rt_1')).to.deep.equal(moved);
      expect(error).to.be.instanceOf(StaleRoute);
    });

    it('refuses to move a route that is not there, and a move its status forbids', async () => {
      const { run, reads } = given();
      await run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_1', { status: 'AWAITING_DEPOSIT' })),
      );

      const unknown = await rejection(
        run('move', (tx) => tx.transfers.moveRoute(route('rt_2'), { stage: 'SENDING' }, 1)),
      );
      const forbidden = await rejection(
        run('move', (tx) =>
          tx.transfers.moveRoute(
            route('rt_1', { status: 'AWAITING_DEPOSIT' }),
            { status: 'DONE' },
            1,
          ),
        ),
      );

      expect(unknown).to.be.instanceOf(StaleRoute);
      expect(forbidden.message).to.equal('route rt_1 is AWAITING_DEPOSIT and may not become DONE');
      expect((await reads.transfers.route('rt_1'))?.version).to.equal(1);
    });

    it('may be given money back by an address of its plan while it runs and was credited as much', async () => {
      const { run, reads } = given();
      const through = `0x${'1b'.repeat(20)}`;
      const base = route('rt_1');
      const plan = {
        ...base.plan,
        steps: [
          { kind: 'call', chain: base.order.lane.from, to: through, data: '0x', value: 0n },
        ] as unknown as typeof base.plan.steps, // CAST: what is read of a plan.
      };
      const running = { plan, status: 'BRIDGING', phase: 'running' } as const;
      const credited = (units: bigint) => ({ credited: asUnits(units) });
      await run('fill', async (tx) => {
        for (const [id, change, createdAtMs] of [
          ['rt_as_much', credited(100_000n), 50],
          ['rt_more', credited(1_000_000n), 40],
          ['rt_less', credited(99_999n), 30],
          ['rt_uncredited', { credited: null }, 20],
          ['rt_elsewhere', { ...credited(100_000n), plan: base.plan }, 10],
          ['rt_ended', { ...credited(100_000n), status: 'DONE', phase: 'ended' }, 5],
        ] as const)
          await tx.transfers.insertRoute(route(id, { ...running, ...change, createdAtMs }));
      });

      const found = await reads.transfers.runningThrough(asAddress(through), asUnits(100_000n));

      expect(found.map(({ id }) => id)).to.deep.equal(['rt_more', 'rt_as_much']);
    });
  });
}
