import type { ContractStore } from './contract-store.ts';
import { done, endMs, hook, hookScene } from './hook-scene.ts';
import { route } from './store-samples.ts';
import { tellHooks } from './tell-hooks.ts';
import { expect } from 'chai';

export function storeHooks(given: () => ContractStore): void {
  const { write, put, emit, statesOf, lastOf } = hookScene(given);

  describe('a hook', () => {
    it('comes back as it was stored, without its secret, which is asked for by itself', async () => {
      const { reads } = given();
      const open = hook('wh_2', { isSigned: false, createdAtMs: 6 });

      await put(hook('wh_1'), open, hook('wh_3', { routeId: 'rt_2' }));

      expect(await reads.webhooks.hook('wh_1')).to.deep.equal(hook('wh_1'));
      expect(await reads.webhooks.hooksOf('rt_1')).to.deep.equal([hook('wh_1'), open]);
      expect(
        await Promise.all(['wh_1', 'wh_2', 'wh_9'].map((id) => reads.webhooks.hookSecret(id))),
      ).to.deep.equal(['secret of wh_1', null, null]);
      expect(await reads.webhooks.hook('wh_9')).to.equal(null);
    });

    it('has its secret replaced, and is found by what its secret does not begin with', async () => {
      await put(
        hook('wh_1'),
        hook('wh_2'),
        hook('wh_3', { isSigned: false }),
        hook('wh_4', { routeId: 'rt_2' }),
      );
      await write((tx) => tx.webhooks.replaceSecret('wh_2', 'mark.2'));
      const found = (limit: number, after = '') =>
        write((tx) => tx.webhooks.secretsWithout('mark.', after, limit)) as Promise<
          readonly { readonly id: string; readonly secret: string }[]
        >; // CAST: what the unit resolves to.

      expect(await found(9)).to.deep.equal([
        { id: 'wh_1', secret: 'secret of wh_1' },
        { id: 'wh_4', secret: 'secret of wh_4' },
      ]);
      expect((await found(1)).map(({ id }) => id)).to.deep.equal(['wh_1']);
      expect((await found(1, 'wh_1')).map(({ id }) => id)).to.deep.equal(['wh_4']);
      expect(await found(9, 'wh_4')).to.deep.equal([]);
      expect(await given().reads.webhooks.hookSecret('wh_2')).to.equal('mark.2');
    });

    it('gets one delivery for each end of its route, due at once, under its own id, however often the end is emitted', async () => {
      await put(hook('wh_1'), hook('wh_2'), hook('wh_3', { routeId: 'rt_2' }));

      await emit(done('ev_1'), done('ev_1'));
      const owed = [await lastOf('wh_1'), await lastOf('wh_2')];

      expect(owed.map(({ id: _random, ...rest }) => rest)).to.deep.equal(
        ['wh_1', 'wh_2'].map((hookId) => ({
          hookId,
          eventId: 'ev_1',
          state: 'waiting',
          tries: 0,
          oldTries: 0,
          dueAtMs: endMs,
          createdAtMs: endMs,
        })),
      );
      expect(new Set(owed.map(({ id }) => id)).size).to.equal(2);
      expect(owed[0]?.id).to.match(/^msg_[0-9a-f]{32}$/);
      expect(await statesOf('wh_3')).to.deep.equal([]);
    });

    it('owes nothing of a unit that was rolled back', async () => {
      await put(hook('wh_1'));

      await write(async (tx) => {
        await tellHooks(tx, done('ev_1'));
        throw new Error('the route moved meanwhile');
      }).catch(() => undefined);

      expect([await statesOf('wh_1'), await given().reads.transfers.lastEnd('rt_1')]).to.deep.equal(
        [[], null],
      );
    });

    it('is not notified of an end that a reorg took back, and is notified of the next one', async () => {
      await put(hook('wh_1'));

      await emit(
        done('ev_1'),
        { ...done('ev_2'), kind: 'route.reopened', atMs: endMs + 1 },
        { ...done('ev_3'), kind: 'route.failed', atMs: endMs + 2 },
      );

      expect(await statesOf('wh_1')).to.deep.equal(['ev_3 waiting', 'ev_1 withdrawn']);
      expect(await given().reads.transfers.lastEnd('rt_1')).to.deep.equal({
        ...done('ev_3'),
        kind: 'route.failed',
        atMs: endMs + 2,
      });
      expect(await given().reads.transfers.routeEvent('ev_1')).to.deep.equal(done('ev_1'));
    });

    it("goes by the order of its route's ends, though the clock of the worker that saw the last one is behind", async () => {
      await put(hook('wh_1'));
      await emit({ ...done('ev_1'), atMs: endMs + 20_000 });
      await put(hook('wh_2'));
      await write((tx) => tx.webhooks.oweDelivery('wh_2', done('ev_1'), endMs + 30_000));

      await emit(
        { ...done('ev_2'), kind: 'route.reopened', atMs: endMs + 5 },
        { ...done('ev_3'), kind: 'route.failed', atMs: endMs + 6 },
      );

      expect((await given().reads.transfers.lastEnd('rt_1'))?.id).to.equal('ev_3');
      expect(await Promise.all(['wh_1', 'wh_2'].map(statesOf))).to.deep.equal([
        ['ev_3 waiting', 'ev_1 withdrawn'],
        ['ev_3 waiting', 'ev_1 withdrawn'],
      ]);
    });

    it('that registers late is owed the end that was, once', async () => {
      await emit(done('ev_1'));
      await put(hook('wh_1'));

      await write((tx) => tx.webhooks.oweDelivery('wh_1', done('ev_1'), endMs + 9));
      await write((tx) => tx.webhooks.oweDelivery('wh_1', done('ev_1'), endMs + 10));

      expect([await statesOf('wh_1'), (await lastOf('wh_1')).dueAtMs]).to.deep.equal([
        ['ev_1 waiting'],
        endMs + 9,
      ]);
    });

    it('that registers while its route ends is owed the end once, whichever comes first', async () => {
      const ids = Array.from({ length: 20 }, (_, at) => `rt_${at}`);
      await write(async (tx) => {
        for (const id of ids) await tx.transfers.insertRoute(route(id));
      });
      const register = (id: string) =>
        write(async (tx) => {
          const locked = await tx.transfers.lockRoute(id);
          await tx.webhooks.insertHook(hook(`wh_${id}`, { routeId: id }), null);
          const end = locked?.status === 'DONE' ? await tx.transfers.lastEnd(id) : null;
          if (end !== null) await tx.webhooks.oweDelivery(`wh_${id}`, end, endMs);
        });
      const end = (id: string) =>
        write(async (tx) => {
          await tx.transfers.moveRoute(route(id), { status: 'DONE', phase: 'ended' }, endMs);
          await tellHooks(tx, { ...done(`ev_${id}`), routeId: id });
        });

      await Promise.all(
        ids.flatMap((id, at) => (at % 2 === 0 ? [register(id), end(id)] : [end(id), register(id)])),
      );

      expect(await Promise.all(ids.map((id) => statesOf(`wh_${id}`)))).to.deep.equal(
        ids.map((id) => [`ev_${id} waiting`]),
      );
    });

    it('whose endpoint is gone is owed nothing more', async () => {
      await put(hook('wh_1'), hook('wh_2'));
      await emit(done('ev_1'));
      await write(async (tx) => {
        const begun = await tx.webhooks.beginTry(
          (await tx.webhooks.deliveriesOf('wh_1'))[0]?.id ?? '',
          endMs,
          endMs + 30,
        );
        await tx.webhooks.endTry(
          {
            deliveryId: begun?.id ?? '',
            number: 1,
            atMs: endMs,
            tookMs: 3,
            outcome: 'answered',
            httpStatus: 410,
          },
          { state: 'stopped', dueAtMs: endMs },
        );
      });

      await emit(done('ev_2', endMs + 5));

      expect([await statesOf('wh_1'), await statesOf('wh_2')]).to.deep.equal([
        ['ev_1 stopped'],
        ['ev_2 waiting', 'ev_1 waiting'],
      ]);
    });

    it('is forgotten after 90 days with all its records, unless it still owes a delivery', async () => {
      const { reads } = given();
      await put(hook('wh_1'), hook('wh_2'), hook('wh_3', { routeId: 'rt_3' }));
      await emit(done('ev_1'));
      const id = (await lastOf('wh_1')).id;
      await write((tx) => tx.webhooks.beginTry(id, endMs, endMs + 30));
      await write((tx) =>
        tx.webhooks.endTry(
          {
            deliveryId: id,
            number: 1,
            atMs: endMs,
            tookMs: 3,
            outcome: 'answered',
            httpStatus: 200,
          },
          { state: 'delivered', dueAtMs: endMs },
        ),
      );

      await write((tx) => tx.prune(5 + 7_776_000_000));
      const kept = [
        await reads.webhooks.hook('wh_1'),
        await statesOf('wh_1'),
        (await reads.webhooks.triesOf('wh_1')).length,
      ];
      await write((tx) => tx.prune(6 + 7_776_000_000));

      expect(kept).to.deep.equal([hook('wh_1'), ['ev_1 delivered'], 1]);
      expect([
        await reads.webhooks.hook('wh_1'),
        await statesOf('wh_1'),
        await reads.webhooks.triesOf('wh_1'),
      ]).to.deep.equal([null, [], []]);
      expect([
        await reads.webhooks.hook('wh_2'),
        await statesOf('wh_2'),
        await reads.webhooks.hook('wh_3'),
      ]).to.deep.equal([hook('wh_2'), ['ev_1 waiting'], hook('wh_3', { routeId: 'rt_3' })]);
    });
  });

  describe('a rehearsal', () => {
    const week = 604_800_000;
    const rehearsal = (id: string, change = {}) =>
      route(id, { isSimulated: true, status: 'DONE', phase: 'ended', updatedAtMs: 5, ...change });
    const deliver = async (hookId: string): Promise<void> => {
      const { id } = await lastOf(hookId);
      await write((tx) => tx.webhooks.beginTry(id, endMs, endMs + 30));
      await write((tx) =>
        tx.webhooks.endTry(
          {
            deliveryId: id,
            number: 1,
            atMs: endMs,
            tookMs: 3,
            outcome: 'answered',
            httpStatus: 200,
          },
          { state: 'delivered', dueAtMs: endMs },
        ),
      );
    };

    it('fills no disk: it is forgotten 7 days after its end with its hooks and events, and no other route ever is', async () => {
      const { reads } = given();
      await write(async (tx) => {
        for (const one of [
          rehearsal('sbx_0a'),
          rehearsal('sbx_fe'),
          rehearsal('sbx_1b', { status: 'BRIDGING', phase: 'tracking' }),
          rehearsal('rt_1', { isSimulated: false }),
        ])
          await tx.transfers.insertRoute(one);
      });
      await put(hook('wh_1', { routeId: 'sbx_0a' }), hook('wh_2'));
      await emit({ ...done('ev_1'), routeId: 'sbx_0a' }, done('ev_2'));
      await deliver('wh_1');
      await deliver('wh_2');

      await write((tx) => tx.prune(5 + week));
      const kept = [
        (await reads.transfers.route('sbx_0a'))?.id,
        (await reads.webhooks.hook('wh_1'))?.id,
        (await reads.transfers.routeEvent('ev_1'))?.id,
      ];
      await write((tx) => tx.prune(6 + week));

      expect(kept).to.deep.equal(['sbx_0a', 'wh_1', 'ev_1']);
      expect([
        await reads.transfers.route('sbx_0a'),
        await reads.transfers.route('sbx_fe'),
        await reads.webhooks.hook('wh_1'),
        await reads.webhooks.deliveriesOf('wh_1'),
        await reads.transfers.routeEvent('ev_1'),
      ]).to.deep.equal([null, null, null, [], null]);
      expect([
        (await reads.transfers.route('sbx_1b'))?.id,
        (await reads.transfers.route('rt_1'))?.id,
        (await reads.webhooks.hook('wh_2'))?.id,
        (await reads.transfers.routeEvent('ev_2'))?.id,
      ]).to.deep.equal(['sbx_1b', 'rt_1', 'wh_2', 'ev_2']);
    });

    it('is kept while one of its hooks still owes a delivery', async () => {
      const { reads } = given();
      await write((tx) => tx.transfers.insertRoute(rehearsal('sbx_0a')));
      await put(hook('wh_1', { routeId: 'sbx_0a' }));
      await emit({ ...done('ev_1'), routeId: 'sbx_0a' });

      await write((tx) => tx.prune(6 + week));
      const owing = [(await reads.transfers.route('sbx_0a'))?.id, await statesOf('wh_1')];
      await deliver('wh_1');
      await write((tx) => tx.prune(6 + week));

      expect(owing).to.deep.equal(['sbx_0a', ['ev_1 waiting']]);
      expect([
        await reads.transfers.route('sbx_0a'),
        await reads.webhooks.hook('wh_1'),
      ]).to.deep.equal([null, null]);
    });
  });

  describe('a locked route', () => {
    it('is the current route, or null', async () => {
      await write((tx) => tx.transfers.insertRoute(route('rt_1')));

      expect(await write((tx) => tx.transfers.lockRoute('rt_1'))).to.deep.equal(route('rt_1'));
      expect(await write((tx) => tx.transfers.lockRoute('rt_9'))).to.equal(null);
    });
  });
}
