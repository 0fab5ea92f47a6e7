import type { Store } from '@interline/adapters/store';
import type { Instance, LiveInstance } from '@interline/ports';
import { expect } from 'chai';
import { onPostgres } from './on-postgres.ts';
import { rejection } from './store-rejection.ts';

onPostgres((given) => {
  describe('the processes that have a store open', () => {
    const leaseMs = 10_000;
    let nowMs = 0;
    let stores: Store[];
    beforeEach(async () => {
      nowMs = 1_000_000;
      const options = { clock: { now: () => nowMs }, hasOwnLeaseTime: true };
      stores = [await given().openEmpty(options), await given().openAgain(options)];
    });
    afterEach(() => Promise.all(stores.map((store) => store.close())));

    const process = (index: number) => {
      const store = stores[index];
      if (store === undefined) throw new Error('there is no such process');
      return store.instances;
    };
    const named = (id: string): Instance => ({
      id,
      role: 'worker',
      version: '1.0.0',
      accounts: [{ 'eip155:8453 float': '0xf1' }, { 'eip155:8453 float': '0xf0' }],
      parts: { books: 'b00c' },
    });
    const idsOf = (others: readonly LiveInstance[]) => others.map(({ id }) => id);
    const refuseAny = (others: readonly LiveInstance[]): void => {
      if (others.length > 0) throw new Error(`beside ${idsOf(others).join()}`);
    };

    it('see each other as they joined, and no longer see one that left', async () => {
      const alone = await process(0).join(named('p_1'), leaseMs, idsOf);
      nowMs += 5;
      const beside = await process(1).join(named('p_2'), leaseMs, (others) => others);
      await process(0).leave('p_1');
      const last = await process(1).join(named('p_3'), leaseMs, idsOf);

      expect(alone).to.deep.equal([]);
      expect(beside).to.deep.equal([
        { ...named('p_1'), sinceMs: 1_000_000, leasedUntilMs: 1_010_000 },
      ]);
      expect(last).to.deep.equal(['p_2']);
    });

    it('do not have one among them that was refused', async () => {
      await process(0).join(named('p_1'), leaseMs, idsOf);

      const refused = await rejection(process(1).join(named('p_2'), leaseMs, refuseAny));

      expect(refused.message).to.equal('beside p_1');
      expect(await process(1).join(named('p_3'), leaseMs, idsOf)).to.deep.equal(['p_1']);
    });

    it('count one that was killed until its lease is over, and report that to it when it comes back', async () => {
      await process(0).join(named('p_killed'), leaseMs, idsOf);
      nowMs += 9_999;
      const inTime = await process(1).join(named('p_2'), leaseMs, idsOf);
      await process(1).leave('p_2');
      nowMs += 1;

      const later = await process(1).join(named('p_3'), leaseMs, idsOf);
      const isHeld = await process(0).extend('p_killed', leaseMs);

      expect([inTime, later, isHeld]).to.deep.equal([['p_killed'], [], false]);
    });

    it('count one that extends its lease', async () => {
      await process(0).join(named('p_1'), leaseMs, idsOf);
      nowMs += 9_999;
      const isHeld = await process(0).extend('p_1', leaseMs);
      nowMs += 9_999;

      expect([isHeld, await process(1).join(named('p_2'), leaseMs, idsOf)]).to.deep.equal([
        true,
        ['p_1'],
      ]);
    });

    it('do not count a copy of the store, neither an old one nor one by a clock that was ahead', async () => {
      await process(0).join(named('p_old'), leaseMs, idsOf);
      nowMs += 3_600_000;
      await process(0).join(named('p_ahead'), leaseMs, idsOf);
      nowMs -= 1_800_000;

      expect(await process(1).join(named('p_1'), leaseMs, idsOf)).to.deep.equal([]);
    });

    it('never join at the same time without one seeing the other', async () => {
      const ends = await Promise.allSettled([
        process(0).join(named('p_1'), leaseMs, refuseAny),
        process(1).join(named('p_2'), leaseMs, refuseAny),
      ]);

      expect(ends.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    });
  });
});
