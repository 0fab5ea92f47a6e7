import { type DueDelivery, type Hook, takeTurns } from '@interline/core/webhooks';
import type { ContractStore } from './contract-store.ts';
import { anyDue, done, endMs, hook, hookScene } from './hook-scene.ts';
import { expect } from 'chai';

export function storeLines(given: () => ContractStore): void {
  const { write, put, emit } = hookScene(given);
  /** Hooks on routes of their own, and what they are owed. */
  const owe = async (hooks: readonly Hook[], atMs = endMs): Promise<void> => {
    await put(...hooks);
    await emit(
      ...hooks.map(({ id, routeId }) => ({ ...done(`ev_${id}`, atMs), id: `ev_${id}`, routeId })),
    );
  };
  const many = (owner: string, count: number, hostOf = (at: number) => `${owner}-${at}.example`) =>
    Array.from({ length: count }, (_, at) =>
      hook(`wh_${owner}_${at}`, { routeId: `rt_${owner}_${at}`, owner, host: hostOf(at) }),
    );
  const ownersOf = (found: readonly DueDelivery[]) => found.map(({ owner }) => owner);
  /** Their first try failed, and the next one is due at that time. */
  const failed = (found: readonly DueDelivery[], dueAtMs: number): Promise<void> =>
    write(async (tx) => {
      for (const { id: deliveryId } of found) {
        await tx.webhooks.beginTry(deliveryId, endMs, endMs + 30_000);
        const result = { outcome: 'timeout', httpStatus: null, tookMs: 1 } as const;
        await tx.webhooks.endTry(
          { deliveryId, number: 1, atMs: endMs, ...result },
          { state: 'waiting', dueAtMs },
        );
      }
    });

  describe('owners with deliveries that are due', () => {
    it('take turns: each free place is that of the one that was served longest ago', async () => {
      const find = takeTurns(given());
      await owe(many('flood', 40), endMs - 1_000);
      const places = { ...anyDue, silentLimit: 16 };

      const first = await find(places);
      await owe(many('shop', 3));
      await owe(many('late', 1));
      const underWay = first.slice(4);
      const next = await find({ ...places, underWay });
      const after = await find({ ...places, underWay: [...underWay, ...next].slice(6) });

      expect(ownersOf(first)).to.deep.equal(Array.from({ length: 16 }, () => 'flood'));
      expect(ownersOf(next)).to.have.members(['shop', 'late', 'flood', 'shop']);
      expect(ownersOf(next).slice(0, 2)).to.have.members(['shop', 'late']);
      expect(ownersOf(after).slice(0, 2)).to.have.members(['shop', 'flood']);
    });

    it('take turns at one host that answers, and each has its first place before any has its second', async () => {
      const shared = () => 'hub.example';
      await owe([
        ...many('flood', 20, shared),
        ...many('shop', 2, shared),
        ...many('late', 1, shared),
      ]);
      const [one] = await takeTurns(given())({ ...anyDue, limit: 1 });
      await write(async (tx) => {
        const deliveryId = one?.id ?? '';
        await tx.webhooks.beginTry(deliveryId, endMs, endMs + 30_000);
        const result = { outcome: 'answered', httpStatus: 204, tookMs: 1 } as const;
        await tx.webhooks.endTry(
          { deliveryId, number: 1, atMs: endMs, ...result },
          { state: 'delivered', dueAtMs: endMs },
        );
      });

      const found = await takeTurns(given())({ ...anyDue, perHost: 8 });

      expect(found).to.have.length(8);
      const byOwner = Object.groupBy(found, ({ owner }) => owner);
      const waited = (owner: string) => (one?.owner === owner ? 1 : 0);
      expect(byOwner['shop']).to.have.length(2 - waited('shop'));
      expect(byOwner['late'] ?? []).to.have.length(1 - waited('late'));
    });

    it('are all found, where there are more than one look reads', async () => {
      const find = takeTurns(given());
      const owners = Array.from({ length: 150 }, (_, at) => `c_${at}`);
      for (const owner of owners) await owe(many(owner, 2));

      const found: DueDelivery[] = [];
      for (let turn = 0; turn < 9; turn += 1)
        found.push(...(await find({ ...anyDue, limit: 50, silentLimit: 1_000, underWay: found })));

      expect(new Set(ownersOf(found.slice(0, 250))).size).to.equal(150);
      expect(new Set(found.map(({ id }) => id)).size).to.equal(300);
    });

    it('have every host of theirs found, where there are more than one look reads', async () => {
      const find = takeTurns(given());
      await owe(many('flood', 700));

      const found: DueDelivery[] = [];
      for (let turn = 0; turn < 3; turn += 1)
        found.push(
          ...(await find({ ...anyDue, limit: 1_000, silentLimit: 1_000, underWay: found })),
        );

      expect(new Set(found.map(({ host }) => host)).size).to.equal(700);
    });
  });

  describe('a delivery that was tried before', () => {
    it('waits for its turn like any other once it is due, however many have been due for longer', async () => {
      await owe(many('flood', 600));
      await owe(many('shop', 1));
      const find = takeTurns(given());
      const all = { ...anyDue, limit: 2_000, silentLimit: 2_000 };
      const found = [...(await find(all))];
      for (let turn = 0; turn < 4; turn += 1)
        found.push(...(await find({ ...all, underWay: found })));
      await failed(
        found.filter(({ owner }) => owner === 'flood'),
        endMs + 5_000,
      );
      await failed(
        found.filter(({ owner }) => owner === 'shop'),
        endMs + 6_000,
      );
      const none = await find({ ...all, nowMs: endMs + 4_999 });

      const again = await find({ ...all, nowMs: endMs + 6_000, limit: 1 });

      expect([found.length, none.length]).to.deep.equal([601, 0]);
      expect(again.map(({ owner, isRepeated }) => [owner, isRepeated])).to.deep.equal([
        ['shop', true],
      ]);
      const next = await find({ ...all, nowMs: endMs + 6_000, limit: 1, underWay: again });
      expect(ownersOf(next)).to.deep.equal(['flood']);
    });
  });

  describe('a delivery that is over', () => {
    it('is in no line any more, whichever way it ended', async () => {
      await owe(many('c', 2));
      const [one] = await takeTurns(given())(anyDue);
      if (one === undefined) throw new Error('nothing is due');
      await write((tx) => tx.webhooks.beginTry(one.id, endMs, endMs + 30_000));
      await write((tx) => tx.webhooks.renewDelivery(one.id, endMs));
      await write((tx) =>
        tx.webhooks.endTry(
          {
            deliveryId: one.id,
            number: 1,
            atMs: endMs,
            outcome: 'answered',
            httpStatus: 204,
            tookMs: 1,
          },
          { state: 'delivered', dueAtMs: endMs },
        ),
      );
      await write(async (tx) => {
        for (const at of [0, 1]) await tx.webhooks.withdrawFromRoute(`rt_c_${at}`);
      });

      expect(await given().reads.webhooks.ownersInLine('', 9)).to.deep.equal([]);
    });
  });
}
