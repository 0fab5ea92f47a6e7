import type { TryOutcome } from '@interline/core/webhooks';
import type { ContractStore } from './contract-store.ts';
import { done, endMs, hook, hookScene } from './hook-scene.ts';
import { expect } from 'chai';

export function storeDeliveries(given: () => ContractStore): void {
  const { write, put, emit, statesOf, lastOf, due } = hookScene(given);
  /** A try that ended so, and the delivery is due again. */
  const answered = (deliveryId: string, outcome: TryOutcome) =>
    write(async (tx) => {
      const begun = await tx.webhooks.beginTry(deliveryId, endMs, endMs);
      await tx.webhooks.endTry(
        {
          deliveryId,
          number: begun?.tries ?? 0,
          atMs: endMs,
          tookMs: 1,
          outcome,
          httpStatus: outcome === 'answered' ? 500 : null,
        },
        { state: 'waiting', dueAtMs: endMs },
      );
    });

  describe('a try', () => {
    let id: string;
    beforeEach(async () => {
      await put(hook('wh_1'));
      await emit(done('ev_1'));
      id = (await lastOf('wh_1')).id;
    });

    it('is begun by one, when it is due, and by the next when it counts as lost', async () => {
      const begin = (nowMs: number) => write((tx) => tx.webhooks.beginTry(id, nowMs, nowMs + 30));

      const early = await begin(endMs - 1);
      const both = await Promise.all([begin(endMs), begin(endMs)]);
      const [tooEarly, next] = [await begin(endMs + 29), await begin(endMs + 30)];

      expect([early, both.filter((one) => one !== null).length, tooEarly]).to.deep.equal([
        null,
        1,
        null,
      ]);
      expect(next).to.deep.equal({
        id,
        hookId: 'wh_1',
        eventId: 'ev_1',
        state: 'waiting',
        tries: 2,
        oldTries: 0,
        dueAtMs: endMs + 60,
        createdAtMs: endMs,
      });
      expect(await given().reads.webhooks.triesOf('wh_1')).to.deep.equal([
        { deliveryId: id, number: 1, atMs: endMs, tookMs: null, outcome: null, httpStatus: null },
        {
          deliveryId: id,
          number: 2,
          atMs: endMs + 30,
          tookMs: null,
          outcome: null,
          httpStatus: null,
        },
      ]);
    });

    it('is ended only by the worker that began the last one', async () => {
      const ended = (number: number) =>
        ({
          deliveryId: id,
          number,
          atMs: endMs,
          tookMs: 12,
          outcome: 'answered',
          httpStatus: 503,
        }) as const;
      await write((tx) => tx.webhooks.beginTry(id, endMs, endMs + 30));
      await write((tx) => tx.webhooks.beginTry(id, endMs + 30, endMs + 60));

      const late = await write((tx) =>
        tx.webhooks.endTry(ended(1), { state: 'delivered', dueAtMs: endMs }),
      );
      const last = await write((tx) =>
        tx.webhooks.endTry(ended(2), { state: 'waiting', dueAtMs: endMs + 5_000 }),
      );

      expect([late, last]).to.deep.equal([false, true]);
      expect(await lastOf('wh_1')).to.deep.include({
        state: 'waiting',
        tries: 2,
        dueAtMs: endMs + 5_000,
      });
      expect(
        (await given().reads.webhooks.triesOf('wh_1')).map(
          ({ number, outcome, httpStatus, tookMs }) => [number, outcome, httpStatus, tookMs],
        ),
      ).to.deep.equal([
        [1, null, null, null],
        [2, 'answered', 503, 12],
      ]);
    });

    it('that a reorg overtook ends nothing', async () => {
      await write((tx) => tx.webhooks.beginTry(id, endMs, endMs + 30));
      await emit({ ...done('ev_2'), kind: 'route.reopened' });

      const isEnded = await write((tx) =>
        tx.webhooks.endTry(
          {
            deliveryId: id,
            number: 1,
            atMs: endMs,
            tookMs: 1,
            outcome: 'answered',
            httpStatus: 200,
          },
          { state: 'delivered', dueAtMs: endMs },
        ),
      );

      expect([isEnded, await statesOf('wh_1')]).to.deep.equal([false, ['ev_1 withdrawn']]);
    });

    it('is made again from the start of the schedule when the operator renews it', async () => {
      await write((tx) => tx.webhooks.beginTry(id, endMs, endMs + 30));
      await write((tx) =>
        tx.webhooks.endTry(
          {
            deliveryId: id,
            number: 1,
            atMs: endMs,
            tookMs: 1,
            outcome: 'timeout',
            httpStatus: null,
          },
          { state: 'dead', dueAtMs: endMs },
        ),
      );
      const dead = await given().reads.webhooks.deadHooks(10);

      await write((tx) => tx.webhooks.renewDelivery(id, endMs + 7));

      expect(dead).to.deep.equal([hook('wh_1')]);
      expect(await lastOf('wh_1')).to.deep.include({
        id,
        state: 'waiting',
        tries: 1,
        oldTries: 1,
        dueAtMs: endMs + 7,
      });
      expect(await given().reads.webhooks.deadHooks(10)).to.deep.equal([]);
    });
  });

  describe('what is due', () => {
    it('is asked for by time, host and number, first tries before repeated ones', async () => {
      await put(hook('wh_1'), hook('wh_2'), hook('wh_3'), hook('wh_4', { host: 'slow.example' }));
      await emit(done('ev_1'));
      const idOf = async (hookId: string) => (await lastOf(hookId)).id;
      await answered(await idOf('wh_1'), 'answered');
      await answered(await idOf('wh_4'), 'answered');
      const hosts = async (change: Parameters<typeof due>[0]) =>
        (await due(change)).map(({ host }) => host).sort();

      const all = await due();

      expect(all).to.have.length(4);
      expect(all.slice(0, 2).map(({ id }) => id)).to.have.members([
        await idOf('wh_2'),
        await idOf('wh_3'),
      ]);
      expect(await due({ nowMs: endMs - 1 })).to.deep.equal([]);
      expect(await due({ limit: 2 })).to.have.length(2);
      expect(await hosts({ perHost: 1 })).to.deep.equal(['hooks.example', 'slow.example']);
      const underWay = all.filter(({ host }) => host === 'hooks.example');
      expect(await hosts({ underWay, perHost: 3 })).to.deep.equal(['slow.example']);
      expect(await due({ underWay: all })).to.deep.equal([]);
    });

    it('is one delivery for each host that lost three tries in a row or never answered, as many as those may have together', async () => {
      const hosts = ['a.example', 'a.example', 'b.example', 'b.example', 'c.example', 'c.example'];
      await put(...hosts.map((host, at) => hook(`wh_${at}`, { host })));
      await emit(done('ev_1'));
      const lasts = await Promise.all(hosts.map((_, at) => lastOf(`wh_${at}`)));
      const idAt = (at: number): string => lasts[at]?.id ?? '';
      const found = async (change: Parameters<typeof due>[0] = {}) =>
        (await due(change))
          .map(({ host, isSilent }) => `${host} ${isSilent ? 'silent' : 'answers'}`)
          .sort();

      const untried = await found();
      await answered(idAt(0), 'answered');
      await answered(idAt(2), 'answered');
      const two = await found();
      for (const outcome of ['timeout', 'timeout', 'answered', 'timeout', 'timeout'] as const)
        await answered(idAt(2), outcome);
      const stillTwo = await found();
      await answered(idAt(2), 'timeout');
      const one = await found();
      const none = await found({ silentLimit: 0 });
      await answered(idAt(4), 'answered');
      await answered(idAt(3), 'answered');

      expect(untried).to.deep.equal(['a.example silent', 'b.example silent', 'c.example silent']);
      expect(two).to.deep.equal([
        'a.example answers',
        'a.example answers',
        'b.example answers',
        'b.example answers',
        'c.example silent',
      ]);
      expect(stillTwo).to.have.members(two);
      expect(one).to.deep.equal([
        'a.example answers',
        'a.example answers',
        'b.example silent',
        'c.example silent',
      ]);
      expect(await found({ silentLimit: 1 })).to.have.length(6);
      expect(none).to.deep.equal(['a.example answers', 'a.example answers']);
    });
  });
}
