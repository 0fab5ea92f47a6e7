import type { ContractStore } from './contract-store.ts';
import { done, endMs, hook, hookScene } from './hook-scene.ts';
import { expect } from 'chai';

export function storeDeliveries(given: () => ContractStore): void {
  const { write, put, emit, statesOf, lastOf, due } = hookScene(given);

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

    it('is ended by who began the last one', async () => {
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

    it('is made again from the start of the schedule once the operator says so', async () => {
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
      await write(async (tx) => tx.webhooks.beginTry(await idOf('wh_1'), endMs, endMs));
      const hosts = async (change: Parameters<typeof due>[0]) =>
        (await due(change)).map(({ host }) => host).sort();

      const all = await due();

      expect([all.length, all.at(-1)?.id]).to.deep.equal([4, await idOf('wh_1')]);
      expect(await due({ nowMs: endMs - 1 })).to.deep.equal([]);
      expect(await due({ limit: 2 })).to.have.length(2);
      expect(await hosts({ perHost: 1 })).to.deep.equal(['hooks.example', 'slow.example']);
      expect(
        await hosts({ notHosts: ['hooks.example', 'other.example', 'third.example'] }),
      ).to.deep.equal(['slow.example']);
    });
  });
}
