import type { Store } from '@interline/adapters/store';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobsContract } from './jobs-contract.ts';
import { onPostgres } from './on-postgres.ts';
import { expect } from 'chai';

onPostgres((given) => {
  jobsContract('PostgreSQL', (clock) => given().openEmpty({ clock, hasOwnLeaseTime: true }));

  describe('a lease of a worker whose clock is wrong', () => {
    const halfAnHourMs = 1_800_000;
    const stores: Store[] = [];
    /** One more process, whose clock is that far ahead. */
    async function worker(aheadMs: number): Promise<Store> {
      const options = { clock: { now: () => Date.now() + aheadMs } };
      const store = await (stores.length === 0
        ? given().openEmpty(options)
        : given().openAgain(options));
      stores.push(store);
      return store;
    }
    const enqueue = (store: Store) =>
      store.run('enqueue', (tx) =>
        tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 }),
      );
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    });

    for (const [what, aheadMs] of [
      ['half an hour ahead', halfAnHourMs],
      ['right', 0],
      ['half an hour behind', -halfAnHourMs],
    ] as const) {
      it(`outlived it by as long as its clock was ahead: ${what}, it ends in time, with a new fence`, async () => {
        const dead = await worker(aheadMs);
        const next = await worker(0);
        await enqueue(dead);
        const held = await dead.jobs.claim('w_dead', 1, 300);
        const ids = held.map(({ id }) => id);
        const extended = await dead.jobs.heartbeat('w_dead', ids, 300);
        await dead.duties.hold('housekeeping', 'w_dead', 300);

        // A lease by the clock of the dead would outlast the test.
        let fence = await next.duties.hold('housekeeping', 'w_next', 60_000);
        let jobs = await next.jobs.claim('w_next', 1, 60_000);
        while (fence === null || jobs.length === 0) {
          await sleep(20);
          fence ??= await next.duties.hold('housekeeping', 'w_next', 60_000);
          if (jobs.length === 0) jobs = await next.jobs.claim('w_next', 1, 60_000);
        }

        expect(extended).to.deep.equal(ids);
        expect([fence, jobs.map((job) => job.fence)]).to.deep.equal([2, [2]]);
      });

      it(`is not taken from it while it lives: ${what}, by no worker ahead, behind or right`, async () => {
        const holder = await worker(aheadMs);
        await enqueue(holder);
        const held = await holder.jobs.claim('w_holder', 1, 60_000);
        await holder.jobs.heartbeat(
          'w_holder',
          held.map(({ id }) => id),
          60_000,
        );
        await holder.duties.hold('housekeeping', 'w_holder', 60_000);

        const others = await Promise.all([halfAnHourMs, 0, -halfAnHourMs].map(worker));
        const taken = [];
        for (const other of others)
          taken.push(
            await other.jobs.claim('w_other', 1, 60_000),
            await other.duties.hold('housekeeping', 'w_other', 60_000),
          );

        expect(held).to.have.length(1);
        expect(taken).to.deep.equal([[], null, [], null, [], null]);
      });
    }
  });
});
