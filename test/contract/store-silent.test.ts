import { openPostgresStore, type Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { type SilentProxy, silentProxy } from '../support/silent-proxy.ts';
import { onPostgres } from './on-postgres.ts';
import { rejection } from './store-rejection.ts';
import { route } from './store-samples.ts';

/** As after a failover without RST: connections stay open, and nothing comes through. */
onPostgres((given) => {
  describe('a PostgreSQL that fell silent', () => {
    let near: Store;
    let far: Store;
    let proxy: SilentProxy;
    beforeEach(async () => {
      const { postgres } = given();
      const schema = postgres.newSchema();
      proxy = await silentProxy(postgres.url);
      near = await openPostgresStore({ url: postgres.url, schema });
      far = await openPostgresStore({ url: proxy.url, schema, answerWithinMs: 1_500 });
      await near.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_0')));
      await untilServed(() => far.check());
    });
    afterEach(async () => {
      await Promise.all([near.close(), far.close()]);
      await proxy.close();
    });

    const accept = (id: string) =>
      far.run('accept-route', (tx) => tx.transfers.insertRoute(route(id)));

    it('no longer stalls writes, leases and reads for ever: each ends with STORE_DOWN, new ones serve', async () => {
      proxy.fallSilent();
      const lost = await Promise.all(
        [
          accept('rt_1'),
          far.jobs.claim('w_1', 1, 1_000),
          far.reads.transfers.route('rt_0'),
          far.check(),
        ].map(rejection),
      );
      proxy.recover();
      await untilServed(() => accept('rt_2'));
      await untilServed(() => far.check());

      expect(lost.map((error) => ('code' in error ? error.code : error.message))).to.deep.equal(
        Array(4).fill('STORE_DOWN'),
      );
      expect((await near.reads.transfers.unsettledRoutes(10)).map(({ id }) => id)).to.deep.equal([
        'rt_0',
        'rt_2',
      ]);
    });

    it('in the middle of a unit loses the whole unit, runs it once, and knows that it is lost', async () => {
      let runs = 0;

      const error = await rejection(
        far.run('accept-route', async (tx) => {
          runs += 1;
          await tx.transfers.insertRoute(route('rt_1'));
          proxy.fallSilent();
          await tx.transfers.insertRoute(route('rt_2'));
        }),
      );

      expect(error).to.deep.include({ code: 'STORE_DOWN', details: {} });
      expect([runs, await near.reads.transfers.counts()]).to.deep.equal([
        1,
        { routes: 1, open: 1 },
      ]);
    });

    for (const { words, comesThrough, kept } of [
      { words: 'before the COMMIT reached it', comesThrough: false, kept: ['rt_0'] },
      { words: 'after it had committed', comesThrough: true, kept: ['rt_0', 'rt_1'] },
    ]) {
      it(`${words} leaves a unit whose end is unknown: it runs once and notifies no listener`, async () => {
        let runs = 0;
        let told = 0;
        const sprung = proxy.fallSilentAt('COMMIT', comesThrough);
        far.jobs.onEnqueued(() => {
          told += 1;
        });

        const error = await rejection(
          far.run('accept-route', async (tx) => {
            runs += 1;
            await tx.transfers.insertRoute(route('rt_1'));
            await tx.jobs.enqueue({
              kind: 'advance-route',
              subject: 'rt_1',
              runAtMs: Date.now() + 60_000,
            });
          }),
        );
        await sprung;

        expect(error).to.deep.include({ code: 'STORE_DOWN', details: { recorded: 'unknown' } });
        expect([runs, told]).to.deep.equal([1, 0]);
        expect((await near.reads.transfers.unsettledRoutes(10)).map(({ id }) => id)).to.deep.equal(
          kept,
        );
      });
    }

    it('is listened to again once it is back', async () => {
      const rung = new Promise<void>((resolve) => {
        far.jobs.onEnqueued(resolve);
      });
      proxy.fallSilent();
      proxy.recover();

      // Rung on reconnecting: what was enqueued meanwhile was not heard.
      await rung;
    });

    it('kept a store from closing: it closes, refuses what waits, and leaves no socket open', async () => {
      proxy.fallSilent();
      const waiting = Array.from({ length: 100 }, (_, at) => rejection(accept(`rt_${at + 1}`)));

      await far.close();
      const endings = await Promise.all(waiting);
      await proxy.deserted();

      expect(endings.map((error) => ('code' in error ? error.code : error.message))).to.deep.equal(
        Array(100).fill('STORE_DOWN'),
      );
      expect(await near.reads.transfers.counts()).to.deep.equal({ routes: 1, open: 1 });
    });
  });
});

/** Each try may find another of the silent connections. */
async function untilServed(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (
      await ask().then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error('twenty tries were not served');
}
