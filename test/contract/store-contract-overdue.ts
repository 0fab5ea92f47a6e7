import type { AccountHook } from '@interline/core/webhooks';
import type { ContractStore } from './contract-store.ts';
import { done, endMs, hook, hookScene } from './hook-scene.ts';
import { payer } from './store-samples.ts';
import { expect } from 'chai';

const ofAccount: AccountHook = {
  id: 'awh_1',
  account: payer,
  url: 'https://shop.example/interline',
  host: 'shop.example',
  events: ['*'],
  failures: 0,
  disabledAtMs: null,
  createdAtMs: 5,
};

export function storeOverdue(given: () => ContractStore): void {
  const { write, put, emit, statesOf, lastOf } = hookScene(given);
  const end = (whose: 'route' | 'account', dueBefore: number, limit = 9) =>
    write((tx) => tx.webhooks.endOverdue({ whose, dueBefore, nowMs: endMs + 500, limit }));

  describe('a delivery that is overdue', () => {
    it('is dead, in line or not, with or without a try, unless one is under way', async () => {
      await put(...['wh_1', 'wh_2', 'wh_3'].map((id) => hook(id)));
      await emit(done('ev_1'));
      const [failed, underWay] = [await lastOf('wh_2'), await lastOf('wh_3')];
      await write(async (tx) => {
        await tx.webhooks.beginTry(failed.id, endMs, endMs + 30);
        await tx.webhooks.endTry(
          {
            deliveryId: failed.id,
            number: 1,
            atMs: endMs,
            tookMs: 1,
            outcome: 'timeout',
            httpStatus: null,
          },
          { state: 'waiting', dueAtMs: endMs },
        );
        await tx.webhooks.beginTry(underWay.id, endMs, endMs + 30);
      });

      const early = await end('route', endMs - 1);
      const others = await end('account', endMs);
      const ended = [
        await end('route', endMs, 1),
        await end('route', endMs),
        await end('route', endMs),
      ];

      expect([early, others, ended]).to.deep.equal([0, 0, [1, 1, 0]]);
      expect(await Promise.all(['wh_1', 'wh_2', 'wh_3'].map(statesOf))).to.deep.equal([
        ['ev_1 dead'],
        ['ev_1 dead'],
        ['ev_1 waiting'],
      ]);
      expect(await lastOf('wh_1')).to.deep.include({ tries: 0, dueAtMs: endMs + 500 });
      expect(await given().reads.webhooks.ownersInLine('', 9)).to.deep.equal([]);
      expect((await given().reads.webhooks.deadHooks(9)).map(({ id }) => id)).to.have.members([
        'wh_1',
        'wh_2',
      ]);
    });

    it("ends by its account's time where an account is owed it", async () => {
      await write(async (tx) => {
        await tx.webhooks.insertAccountHook(ofAccount, 'secret');
        await tx.webhooks.oweToAccount({ account: payer, seq: 1, kind: 'route.done', atMs: endMs });
      });

      const counts = [
        await end('route', endMs),
        await end('account', endMs - 1),
        await end('account', endMs),
      ];

      expect(counts).to.deep.equal([0, 0, 1]);
      expect(await given().reads.webhooks.lastDeliveries('awh_1', 9)).to.have.length(1);
      expect((await given().reads.webhooks.lastDeliveries('awh_1', 9))[0]).to.deep.include({
        state: 'dead',
        tries: 0,
      });
    });
  });
}
