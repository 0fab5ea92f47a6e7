import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresStore, type Store } from '@interline/adapters/store';
import { asUnits, freeUnits } from '@interline/kernel';
import { onPostgres } from './on-postgres.ts';
import { switchOn } from './store-contract-operators.ts';
import { schedule } from './store-contract-primitives.ts';
import { rejection } from './store-rejection.ts';
import { base, gasBook, permit, reservation, route, spender } from './store-samples.ts';
import { expect } from 'chai';

/**
 * Several stores on one database are to each other what several processes are: they share nothing
 * but that.
 */
onPostgres((given) => {
  describe('a store that four processes share', () => {
    let stores: readonly Store[];
    beforeEach(async () => {
      const first = await given().openEmpty();
      stores = [first, ...(await Promise.all([2, 3, 4].map(() => given().openAgain())))];
    });
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()));
    });

    const store = (at: number): Store => {
      const found = stores[at];
      if (found === undefined) throw new Error(`there is no store ${at}`);
      return found;
    };

    it('has one account: 200 nonces asked for at once are 200 nonces without a gap', async () => {
      await store(0).run('open', (tx) => tx.transactions.openAccount(base, spender, 7));

      const nonces = await Promise.all(
        stores.flatMap(({ run }) =>
          Array.from({ length: 50 }, () =>
            run('allot', (tx) => tx.transactions.allotSlot(base, spender)),
          ),
        ),
      );

      expect(nonces.toSorted((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 200 }, (_, at) => 7 + at),
      );
      expect((await store(1).reads.transactions.account(base, spender))?.nextSlot).to.equal(207);
    });

    it('never promises a coin twice: 1000 free units serve three claims of 300, whichever store asks', async () => {
      await store(0).run('record', (tx) =>
        tx.books.recordBalance({ book: gasBook, units: asUnits(1_000n), block: 1 }),
      );
      const claim = ({ run }: Store, id: string) =>
        run('claim', async (tx) => {
          const holding = await tx.transactions.holding(gasBook);
          if (holding === null || freeUnits(holding.reading, holding.taken) < 300n)
            throw new Error('the float is spent');
          await tx.transactions.insertReservation(reservation(id, { units: asUnits(300n) }));
        });

      const endings = await Promise.allSettled(
        stores.flatMap((one, at) => [0, 1, 2].map((nth) => claim(one, `claim_${at}_${nth}`))),
      );

      expect(endings.filter(({ status }) => status === 'fulfilled')).to.have.length(3);
      expect(
        endings.flatMap((one) =>
          one.status === 'rejected' ? [(one.reason as Error).message] : [],
        ),
      ).to.deep.equal(Array.from({ length: 9 }, () => 'the float is spent'));
      expect((await store(3).reads.transactions.holding(gasBook))?.taken).to.equal(900n);
    });

    it("charges a fresh day's budget up to its limit, whichever store charges", async () => {
      const charges = await Promise.all(
        stores.flatMap(({ run }) =>
          [1, 2].map(() =>
            run('charge', (tx) =>
              tx.transactions.charge(
                [{ budget: 'zero-gas', units: asUnits(30n), limit: asUnits(100n) }],
                '2026-11-20',
              ),
            ),
          ),
        ),
      );

      expect(charges.filter((refused) => refused === null)).to.have.length(3);
      expect(await store(2).reads.transactions.spent('zero-gas', '2026-11-20')).to.equal(90n);
    });

    it('takes a permit once: the others learn that it is taken', async () => {
      const endings = await Promise.allSettled(
        stores.map(({ run }, at) =>
          run('accept-route', (tx) =>
            tx.transfers.insertRoute(route(`rt_${at}`, { permit: permit(1n) })),
          ),
        ),
      );

      expect(
        endings
          .map((one) => (one.status === 'rejected' ? (one.reason as Error).name : 'kept'))
          .toSorted(),
      ).to.deep.equal(['PermitTaken', 'PermitTaken', 'PermitTaken', 'kept']);
      expect(await store(1).reads.transfers.counts()).to.deep.equal({ routes: 1, open: 1 });
    });

    it('moves a route once from each version', async () => {
      await store(0).run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_1')));

      const endings = await Promise.allSettled(
        stores.map(({ run }, at) =>
          run('move', (tx) => tx.transfers.moveRoute(route('rt_1'), { stage: `by ${at}` }, 5)),
        ),
      );

      expect(
        endings
          .map((one) => (one.status === 'rejected' ? (one.reason as Error).name : 'moved'))
          .toSorted(),
      ).to.deep.equal(['StaleRoute', 'StaleRoute', 'StaleRoute', 'moved']);
      expect((await store(2).reads.transfers.route('rt_1'))?.version).to.equal(2);
    });

    it('gives each of 300 jobs to one worker of four processes asking at once', async () => {
      await store(0).run('enqueue', async (tx) => {
        for (let at = 0; at < 300; at++)
          await tx.jobs.enqueue({ kind: 'advance-route', subject: `rt_${at}`, runAtMs: 0 });
      });

      const claimed = (
        await Promise.all(
          stores.flatMap(({ jobs }, at) => [1, 2].map(() => jobs.claim(`w_${at}`, 50, 60_000))),
        )
      ).flat();

      expect(claimed).to.have.length(300);
      expect(new Set(claimed.map(({ subject }) => subject)).size).to.equal(300);
    });

    it('keeps a job that one process asks for while another completes it', async () => {
      const enqueue = (by: number) =>
        store(by).run('enqueue', (tx) =>
          tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 }),
        );
      const claimOne = async () => (await store(1).jobs.claim('w_1', 1, 60_000))[0];
      await enqueue(0);

      const lost: number[] = [];
      for (let round = 0; round < 60; round++) {
        const job = await claimOne();
        if (job === undefined) {
          lost.push(round);
          await enqueue(0);
        } else await Promise.all([store(1).jobs.complete(job), enqueue(2)]);
      }

      expect(lost).to.deep.equal([]);
    });

    it('ends a record only after a unit that read it as open', async () => {
      await store(0).run('put', (tx) => tx.primitives.insertPrimitive(schedule('sched_1')));
      // Noted within the units: two processes may hear of their commits in either order.
      const [order, seen, gate] = [
        new Set<string>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      const accepting = store(0).run('accept-route', async (tx) => {
        const isActive = (await tx.primitives.primitive('sched_1'))?.status === 'active';
        seen.resolve();
        if (isActive) await gate.promise;
        await tx.transfers.insertRoute(route('rt_1'));
        order.add('accepted');
      });
      await seen.promise;

      const cancelling = store(1).run('cancel-record', async (tx) => {
        await tx.primitives.movePrimitive(
          schedule('sched_1'),
          { status: 'cancelled', nextRunAtMs: null },
          5,
        );
        order.add('cancelled');
      });
      await sleep(100);
      gate.resolve();
      await Promise.all([accepting, cancelling]);

      expect([...order]).to.deep.equal(['accepted', 'cancelled']);
    });

    it('pauses a scope only after the units that read it as open, and before every later one', async () => {
      // Within the units: whose COMMIT is heard of first is the sockets' business.
      const [order, seen, gate] = [
        new Set<string>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      const accept = (by: number, id: string, then?: () => Promise<void>) =>
        store(by).run('accept-route', async (tx) => {
          const isOpen = (await tx.switches.switches()).length === 0;
          await then?.();
          if (isOpen) await tx.transfers.insertRoute(route(id));
          order.add(`${id} ${isOpen ? 'accepted' : 'refused'}`);
          return isOpen;
        });
      const first = accept(0, 'rt_1', async () => {
        seen.resolve();
        await gate.promise;
      });
      await seen.promise;

      const pausing = store(1).run('pause', async (tx) => {
        await tx.switches.putSwitch(switchOn('service'));
        order.add('paused');
      });
      await sleep(100);
      const during = accept(2, 'rt_2');
      gate.resolve();
      const [isFirstAccepted] = await Promise.all([first, pausing, during]);
      const isLaterAccepted = await accept(3, 'rt_3');

      expect([isFirstAccepted, isLaterAccepted]).to.deep.equal([true, false]);
      expect([...order].filter((one) => !one.startsWith('rt_2'))).to.deep.equal([
        'rt_1 accepted',
        'paused',
        'rt_3 refused',
      ]);
    });

    it('takes one of several switches that are set at once on one scope by each process', async () => {
      await Promise.all(
        stores.map(({ run }, at) =>
          run('pause', (tx) => tx.switches.putSwitch(switchOn('service', { by: `o${at}` }))),
        ),
      );

      expect(await store(3).reads.switches.switches()).to.have.length(1);
    });

    it('wakes the workers of the other processes', async () => {
      const rung = new Promise<void>((resolve) => {
        store(3).jobs.onEnqueued(resolve);
      });

      await store(0).run('enqueue', (tx) =>
        tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 }),
      );

      await rung;
    });

    it('serves the units that wait when one of them is closed, and answers STORE_DOWN there afterwards', async () => {
      const leaving = await given().openAgain();
      const waiting = leaving.run('accept-route', (tx) =>
        tx.transfers.insertRoute(route('rt_1')).then(() => 'kept'),
      );
      await leaving.close();

      const late = await rejection(
        leaving.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_2'))),
      );
      const read = await rejection(leaving.reads.transfers.route('rt_1'));
      const claimed = await rejection(leaving.jobs.claim('w_1', 1, 1_000));

      expect(await waiting).to.equal('kept');
      expect(
        [late, read, claimed].map((error) => ('code' in error ? error.code : error.message)),
      ).to.deep.equal(['STORE_DOWN', 'STORE_DOWN', 'STORE_DOWN']);
      expect((await store(0).reads.transfers.route('rt_1'))?.id).to.equal('rt_1');
    });

    it('answers STORE_DOWN or keeps the unit when its connections are cut, and goes on with new ones', async () => {
      const accept = (id: string) =>
        store(0).run('accept-route', (tx) => tx.transfers.insertRoute(route(id)));
      await accept('rt_1');
      const cut = () =>
        given().postgres.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'interline-%'`,
        );

      const inUnit = await rejection(
        store(0).run('accept-route', async (tx) => {
          await tx.transfers.insertRoute(route('rt_2'));
          await cut();
          await tx.transfers.insertRoute(route('rt_3'));
        }),
      );
      await accept('rt_4');
      await store(0).reads.transfers.counts();
      await cut();
      await accept('rt_5').catch(() => undefined);
      await accept('rt_6');

      expect(inUnit).to.include({ code: 'STORE_DOWN' });
      expect((await store(1).reads.transfers.unsettledRoutes(10)).map(({ id }) => id))
        .to.include.members(['rt_1', 'rt_4', 'rt_6'])
        .and.not.include.members(['rt_2', 'rt_3']);
    });
  });

  describe("a store's schema", () => {
    it('is made once by twelve processes that start together, and all of them open', async () => {
      const place = { url: given().postgres.url, schema: given().postgres.newSchema() };

      const stores = await Promise.all(Array.from({ length: 12 }, () => openPostgresStore(place)));
      await Promise.all(
        stores.map(({ run }, at) =>
          run('accept-route', (tx) => tx.transfers.insertRoute(route(`rt_${at}`))),
        ),
      );

      expect(await Promise.all(stores.map(({ reads }) => reads.transfers.counts()))).to.deep.equal(
        Array.from({ length: 12 }, () => ({ routes: 12, open: 12 })),
      );
      await Promise.all(stores.map((store) => store.close()));
    });

    it('keeps its store apart from the others in the database', async () => {
      const [one, other] = await Promise.all(
        [1, 2].map(() =>
          openPostgresStore({ url: given().postgres.url, schema: given().postgres.newSchema() }),
        ),
      );

      await one?.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_1')));

      expect(await other?.reads.transfers.counts()).to.deep.equal({ routes: 0, open: 0 });
      await Promise.all([one?.close(), other?.close()]);
    });

    it('has a name that needs no quotes', async () => {
      expect(() =>
        openPostgresStore({ url: given().postgres.url, schema: 'x"; DROP SCHEMA public; --' }),
      ).to.throw("a store's schema must be a lower-case name");
    });
  });
});
