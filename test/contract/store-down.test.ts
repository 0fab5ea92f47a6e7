import { join } from 'node:path';
import { openStoreOn, sqliteDialect, type Dialect, type Store } from '@interline/adapters/store';
import type { Log } from '@interline/ports';
import { rejection } from './store-rejection.ts';
import { route } from './store-samples.ts';
import { temporaryFolder } from './store-temporary-folder.ts';
import Database from 'better-sqlite3';
import { expect } from 'chai';

describe('a store whose database fails', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let writer: Database.Database;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStoreOn(
      handing(sqliteDialect(join(folder.path, 'journal.db')), (opened) => {
        writer = opened;
      }),
      { clock: { now: () => 0 } },
    );
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const accept = (id: string, stage = 'RECEIVING') =>
    store.run('accept-route', (tx) => tx.transfers.insertRoute(route(id, { stage })));

  it('answers STORE_DOWN to the whole group when the disk is full, keeps nothing of it, and goes on when there is room', async () => {
    await accept('rt_0');
    const pages = Number(writer.pragma('page_count', { simple: true }));
    writer.pragma(`max_page_count = ${pages}`);

    const endings = await Promise.allSettled([
      accept('rt_1'),
      accept('rt_2', 'x'.repeat(500_000)),
      accept('rt_3'),
    ]);
    writer.pragma('max_page_count = 1000000');
    await accept('rt_4');

    expect(
      endings.map((one) =>
        one.status === 'rejected' ? (one.reason as { code: string }).code : 'kept',
      ),
    ).to.deep.equal(['STORE_DOWN', 'STORE_DOWN', 'STORE_DOWN']);
    expect((await store.reads.transfers.unsettledRoutes(10)).map(({ id }) => id)).to.deep.equal([
      'rt_0',
      'rt_4',
    ]);
  });

  it('closes with a warning while another process reads its file, and loses nothing', async () => {
    const warned: unknown[] = [];
    const log: Log = {
      debug: () => undefined,
      info: () => undefined,
      warn: (...line) => warned.push(line),
      error: () => undefined,
      child: () => log,
    };
    const file = join(folder.path, 'journal.db');
    await store.close();
    store = await openStoreOn(sqliteDialect(file), { log });
    const other = new Database(file, { readonly: true });
    other.exec('BEGIN; SELECT 1 FROM route');
    await accept('rt_1');

    await store.close();
    other.close();
    store = await openStoreOn(sqliteDialect(file), {});

    expect(warned).to.deep.equal([['store-not-whole', { cause: 'another process reads it' }]]);
    expect(await store.reads.transfers.route('rt_1')).to.deep.equal(route('rt_1'));
  });

  it('keeps nothing of a unit that swallows the failure and goes on', async () => {
    await accept('rt_0');
    const pages = Number(writer.pragma('page_count', { simple: true }));
    writer.pragma(`max_page_count = ${pages}`);

    const error = await rejection(
      store.run('stubborn', async (tx) => {
        await rejection(tx.transfers.insertRoute(route('rt_1', { stage: 'x'.repeat(500_000) })));
        writer.pragma('max_page_count = 1000000');
        await rejection(tx.transfers.insertRoute(route('rt_2')));
      }),
    );

    expect(error).to.include({ code: 'STORE_DOWN' });
    expect(await store.reads.transfers.counts()).to.deep.equal({ routes: 1, open: 1 });
  });

  it('answers STORE_DOWN while another process holds the write lock, with the cause kept', async () => {
    writer.pragma('busy_timeout = 10');
    const other = new Database(join(folder.path, 'journal.db'));
    other.exec('BEGIN IMMEDIATE');

    const error = await rejection(accept('rt_1'));
    other.close();
    await accept('rt_2');

    expect(error).to.include({
      code: 'STORE_DOWN',
      message: 'The service cannot record anything now, so it does nothing.',
    });
    expect(error.cause).to.have.nested.property('driverError.code', 'SQLITE_BUSY');
    expect(await store.reads.transfers.counts()).to.deep.equal({ routes: 1, open: 1 });
  });

  it('answers STORE_DOWN once its connection is gone', async () => {
    writer.close();

    expect(await rejection(accept('rt_1'))).to.include({ code: 'STORE_DOWN' });
    expect(await rejection(store.jobs.claim('w_1', 1, 1_000))).to.include({ code: 'STORE_DOWN' });
  });
});

/** The dialect as it is, with its writing connection handed out. */
function handing(dialect: Dialect, take: (opened: Database.Database) => void): Dialect {
  const { writer } = dialect;
  if (writer.type !== 'better-sqlite3') throw new Error('this test is about SQLite');
  return {
    ...dialect,
    writer: {
      ...writer,
      prepareDatabase: async (opened: Database.Database) => {
        await writer.prepareDatabase?.(opened);
        take(opened);
      },
    },
  };
}
