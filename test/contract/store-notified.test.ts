import { openPostgresStore, type Store } from '@interline/adapters/store';
import { MemoryLog } from '@interline/http/testing';
import { expect } from 'chai';
import { deafProxy } from '../support/deaf-proxy.ts';
import { until } from '../support/until.ts';
import { onPostgres } from './on-postgres.ts';
import { route } from './store-samples.ts';

/** Two stores on one database are to each other what two processes are. */
onPostgres((given) => {
  describe('what one process commits', () => {
    let schema: string;
    const opened: Store[] = [];
    const open = async (options: Partial<Parameters<typeof openPostgresStore>[0]> = {}) => {
      const store = await openPostgresStore({
        url: given().postgres.url,
        schema,
        ...options,
      });
      opened.push(store);
      return store;
    };
    beforeEach(() => {
      schema = given().postgres.newSchema();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
    });

    const accept = ({ run }: Store) =>
      run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_1')));
    const pay = ({ run }: Store) =>
      run('move', (tx) => tx.transfers.moveRoute(route('rt_1'), { stage: 'PAYING' }, 5));
    const listen = ({ notifier }: Store): { readonly times: () => number } => {
      let times = 0;
      notifier.onChanged('rt_1', () => {
        times += 1;
      });
      return { times: () => times };
    };

    it('notifies another process, which reads it', async () => {
      const [near, far] = [await open(), await open()];
      await accept(near);
      const stage = new Promise<string | undefined>((resolve) => {
        far.notifier.onChanged('rt_1', () => {
          void far.reads.transfers
            .route('rt_1')
            .then((found) => found?.stage === 'PAYING' && resolve(found.stage));
        });
      });

      await pay(near);

      expect(await stage).to.equal('PAYING');
    });

    it('does not notify a store in another schema of the database', async () => {
      const [near, far] = [await open(), await open()];
      const apart = await open({ schema: given().postgres.newSchema() });
      await accept(near);
      const [heard, overheard] = [listen(far), listen(apart)];

      await pay(near);
      await until('its notification', () => heard.times() > 0);

      expect(overheard.times()).to.equal(0);
    });

    it('is looked for by a process whose listening connection was cut, once it listens again', async () => {
      const [near, far] = [await open(), await open()];
      await accept(near);
      await until('no notification under way', async () => (await backends()) === 2);
      const heard = listen(far);

      await given().postgres.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'interline-notifier'`,
      );
      await pay(near);

      await until('a look', () => heard.times() > 0);
      await until('both listening', async () => (await backends()) === 2);
      const before = heard.times();
      await near.run('move', (tx) =>
        tx.transfers.moveRoute(route('rt_1', { version: 2 }), { stage: 'PAID' }, 6),
      );
      await until('a notification', () => heard.times() > before);
    });

    it('is not heard through a pooler in transaction mode: the log warns once, and reports when it is heard again', async () => {
      const proxy = await deafProxy(given().postgres.url);
      const log = new MemoryLog();
      const near = await open();
      const far = await open({ url: proxy.url, log, answerWithinMs: 500 });
      const heard = listen(far);
      const said = () =>
        log.lines
          .filter(({ event }) => event.startsWith('store-notifications'))
          .map(({ level, event }) => `${level} ${event}`);
      const pulses = async () => (await pulsing()).size;

      await accept(near);
      await pay(near);
      const first = await pulses();
      await until(
        'a third connection that listens in vain',
        async () => (await pulses()) > first + 1,
      );
      const [deafFor, deafLog] = [heard.times(), said()];
      proxy.open();
      await until('word of it', () => said().length === 2);

      expect(deafLog).to.deep.equal(['warn store-notifications-unheard']);
      expect(said().at(-1)).to.equal('info store-notifications-heard-again');
      expect([deafFor, heard.times()]).to.deep.equal([0, 1]);
      await Promise.all(opened.splice(0).map((store) => store.close()));
      await proxy.close();
    });

    const seen = new Set<number>();
    /** Every connection that has listened so far, by its process. */
    const pulsing = async (): Promise<ReadonlySet<number>> => {
      for (const { pid } of await listeners()) seen.add(pid);
      return seen;
    };
    const listeners = () =>
      given().postgres.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'interline-notifier'`,
      );
    const backends = async (): Promise<number> => (await listeners()).length;
  });
});
