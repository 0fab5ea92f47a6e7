import { openPostgresStore, postgresReplica, type Store } from '@interline/adapters/store';
import { storeReplica } from '@interline/server';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachPostgres } from '../support/postgres.ts';
import { type ReplicatedPostgres, startReplicated } from '../support/replicated-postgres.ts';
import { until } from '../support/until.ts';
import { rejection } from './store-rejection.ts';
import { permit, route } from './store-samples.ts';

/** A primary and a standby that streams from it, whose replay is held back by hand. */
describe('a replica of the store', () => {
  const schema = 'replicated';
  const maxLagMs = 1_000;
  let both: ReplicatedPostgres;
  let store: Store;
  let told: string[];
  let at = 0;

  before(async function () {
    const started = await startReplicated();
    if (started === null) this.skip();
    both = started;
  });
  after(async () => both?.stop());

  beforeEach(async () => {
    told = [];
    store = await opened(maxLagMs);
    await asked();
  });
  afterEach(async () => {
    await onStandby('SELECT pg_wal_replay_resume()');
    await store.close();
  });

  const opened = (lagMs: number): Promise<Store> =>
    openPostgresStore({
      url: both.primaryUrl,
      schema,
      replica: { url: both.standbyUrl, maxLagMs: lagMs },
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (event, fields) =>
          void told.push(`${event} ${String(fields?.['cause'] ?? '')}`.trim()),
        error: (event) => void told.push(event),
        child() {
          return this;
        },
      },
    });
  const asked = (of = store) =>
    until('a replica that is near', async () => (await of.replica?.look())?.isAsked);
  const leftAlone = () =>
    until('a replica that is left alone', async () => !(await store.replica?.look())?.isAsked);
  const onStandby = async (sql: string): Promise<void> => {
    const standby = attachPostgres(both.standbyUrl);
    // It may be down.
    await standby.query(sql).catch(() => undefined);
    await standby.stop();
  };
  const accept = async (change: Parameters<typeof route>[1] = {}): Promise<string> => {
    at += 1;
    const own = route(`rt_${at}`, { createdAtMs: at, permit: permit(BigInt(at)), ...change });
    await store.run('accept-route', (tx) => tx.transfers.insertRoute(own));
    return own.id;
  };
  const feed = async () => (await store.reads.transfers.recentRoutes(100)).map(({ id }) => id);
  const byReplica = () => store.replica?.answered.replica ?? 0;

  it('answers the feed with what it has received', async () => {
    const id = await accept();
    await until('the route on the replica', async () => (await feed()).includes(id));

    // A busy machine may have it lag for a moment, and that is reported.
    expect(byReplica()).to.be.greaterThan(0);
  });

  it('may lag a little in the feed, and never in a status, a permit or what a unit sees', async () => {
    const wide = await opened(60_000);
    try {
      await asked(wide);
      await onStandby('SELECT pg_wal_replay_pause()');
      const id = await accept();
      const before = wide.replica?.answered.replica;
      const own = await wide.reads.transfers.routeToShow(id);
      await wide.run('move', (tx) =>
        tx.transfers.moveRoute(route(id, { permit: own?.permit ?? null }), { stage: 'PULLING' }, 9),
      );
      const later = await wide.reads.transfers.routeToShow(id);

      expect([own?.version, later?.version, later?.stage]).to.deep.equal([
        (later?.version ?? 0) - 1,
        (own?.version ?? 0) + 1,
        'PULLING',
      ]);
      expect((await wide.reads.transfers.routeByPermit(permit(BigInt(at))))?.id).to.equal(id);
      expect((await wide.reads.transfers.unsettledRoutes(1_000)).map((one) => one.id)).to.include(
        id,
      );
      expect(
        (await wide.run('look', (tx) => tx.transfers.recentRoutes(100))) // A unit's own reads.
          .map((one) => one.id),
      ).to.include(id);
      expect(wide.replica?.answered.replica).to.equal(before);
      const shown = await wide.reads.transfers.recentRoutes(100);
      expect(shown.map((one) => one.id)).to.not.include(id);
      expect(wide.replica?.answered.replica).to.equal((before ?? 0) + 1);
    } finally {
      await wide.close();
    }
  });

  it('that lags more than it may is not asked, which the log has once, and is asked again', async () => {
    await onStandby('SELECT pg_wal_replay_pause()');
    const id = await accept();
    await leftAlone();
    const [shown, state] = [await feed(), await store.replica?.look()];
    await sleep(1_200);
    await feed();
    expect([shown.includes(id), state?.cause]).to.deep.equal([true, 'REPLICA_BEHIND']);
    expect(state?.lagMs).to.be.greaterThan(maxLagMs - 1);
    expect(told).to.deep.equal(['replica-left-alone REPLICA_BEHIND']);

    await onStandby('SELECT pg_wal_replay_resume()');
    await asked();
    const before = byReplica();
    expect(await feed()).to.include(id);
    expect(byReplica()).to.equal(before + 1);
    expect(told.at(-1)).to.equal('replica-asked-again');
  });

  it('that is down costs a client nothing, and is asked again once it is up', async () => {
    const id = await accept();
    await until('the route on the replica', async () => (await feed()).includes(id));
    await both.stopStandby();
    const shown = await Promise.all(Array.from({ length: 20 }, feed));
    const found = await storeReplica(place());
    const isUpAtStart = await startedWithout();
    await both.startStandby();
    await asked();

    expect(shown.every((ids) => ids.includes(id))).to.equal(true);
    expect(told).to.have.length(2);
    expect(told[0]).to.match(/^replica-left-alone (ECONNREFUSED|57P0[123]|ECONNRESET|Error)/);
    expect(found?.cause).to.equal('ECONNREFUSED');
    expect(isUpAtStart).to.equal(true);
    expect(await storeReplica(place())).to.deep.equal({ isAsked: true, lagMs: 0, cause: null });
  });

  it('has archived receipts, and the primary those that it has not received', async () => {
    const ended = { status: 'DONE', stage: 'DELIVERED', phase: 'ended' } as const;
    const [early, late] = [await accept(ended), await accept(ended)];
    const archive = async (id: string): Promise<void> => {
      const page = await store.reads.transfers.archivePage([id]);
      await store.run('archive-routes', (tx) => tx.transfers.archiveRoutes(page, 9));
    };
    const shown = (id: string) => store.reads.transfers.routeToShow(id);
    await archive(early);
    const before = byReplica();
    await until('it from the replica', async () => (await shown(early)) && byReplica() > before);
    await onStandby('SELECT pg_wal_replay_pause()');
    await archive(late);

    expect((await shown(late))?.id).to.equal(late);
    expect(await shown('rt_none')).to.equal(null);
    expect((await store.reads.transfers.route(early))?.id).to.equal(early);
  });

  it('is only read, wherever its URL leads to', async () => {
    const own = postgresReplica(
      { url: both.primaryUrl, maxLagMs },
      {
        options: `-c search_path=${schema}`,
        primary: async () => ({ rows: [], affected: 0 }),
        log: null,
      },
    );
    try {
      const refused = await rejection(own.execute("DELETE FROM route WHERE id = 'rt_1'", []));
      expect(refused).to.have.property('code', '25006');
    } finally {
      await own.close();
    }
  });

  it('may be the primary itself, which lags nothing', async () => {
    const alone = await openPostgresStore({
      url: both.primaryUrl,
      schema,
      replica: { url: both.primaryUrl, maxLagMs },
    });
    try {
      await asked(alone);
      expect(await alone.replica?.look()).to.deep.equal({ isAsked: true, lagMs: 0, cause: null });
    } finally {
      await alone.close();
    }
  });

  it('that was promoted receives nothing any more, and is not asked', async () => {
    await onStandby('SELECT pg_promote()');
    await until(
      'a copy of its own',
      async () => (await storeReplica(place()))?.cause === 'REPLICA_FOREIGN',
    );
    await leftAlone();
    const id = await accept();

    expect(await feed()).to.include(id);
    expect(told).to.have.length(1);
  });

  const place = () => ({
    database: {
      kind: 'postgres',
      url: both.primaryUrl,
      schema,
      replica: { url: both.standbyUrl, maxLagMs },
    } as const,
  });
  const startedWithout = async (): Promise<boolean> => {
    const other = await opened(maxLagMs);
    try {
      return (await other.reads.transfers.recentRoutes(1)).length === 1;
    } finally {
      told.splice(1, told.length);
      await other.close();
    }
  };
});
