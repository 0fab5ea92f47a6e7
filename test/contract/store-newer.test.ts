import { openPostgresStore, type Store } from '@interline/adapters/store';
import { isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import { onPostgres } from './on-postgres.ts';
import { rejection } from './store-rejection.ts';
import { base, route, spender } from './store-samples.ts';

function codeAndMessage(error: Error): readonly [string, string] {
  return [isRelayError(error) ? error.code : error.name, error.message];
}

onPostgres((given) => {
  describe('a store that a newer release has migrated', () => {
    let schema: string;
    let store: Store;
    beforeEach(async () => {
      const { postgres } = given();
      schema = postgres.newSchema();
      store = await openPostgresStore({ url: postgres.url, schema });
    });
    afterEach(() => store.close());

    const migrate = () =>
      given().postgres.query(
        `INSERT INTO ${schema}.migrations (timestamp, name) VALUES (1999999999999, 'Tomorrow1999999999999')`,
      );
    const update =
      'a newer release migrated this store (Tomorrow1999999999999), which this process does not know; update this process, or stop it';

    it('gives the older process no unit, job or duty, and leaves its rows alone', async () => {
      await store.run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        await tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 });
      });
      await migrate();

      const refusals = await Promise.all([
        rejection(store.run('open', (tx) => tx.transactions.openAccount(base, spender, 7))),
        rejection(store.jobs.claim('w_old', 10, 10_000)),
        rejection(store.duties.hold('housekeeping', 'w_old', 10_000)),
        rejection(store.check()),
      ]);

      expect(refusals.map(codeAndMessage)).to.deep.equal(
        refusals.map(() => ['STORE_NEWER', update]),
      );
      expect(await store.reads.transactions.account(base, spender)).to.equal(null);
      expect((await store.reads.transfers.route('rt_1'))?.id).to.equal('rt_1');
      expect(
        await given().postgres.query(`SELECT worker, attempts FROM ${schema}.job`),
      ).to.deep.equal([{ worker: null, attempts: '0' }]);
    });

    it('does not open for an older process, and serves again once the migration was undone', async () => {
      await migrate();

      const refused = await rejection(openPostgresStore({ url: given().postgres.url, schema }));
      await given().postgres.query(
        `DELETE FROM ${schema}.migrations WHERE name = 'Tomorrow1999999999999'`,
      );
      await store.check();

      expect(codeAndMessage(refused)).to.deep.equal(['STORE_NEWER', update]);
    });
  });
});
