import { copyFileSync, existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '@interline/adapters/store';
import { asUnits } from '@interline/kernel';
import { rejection } from './store-rejection.ts';
import { gasBook, reservation, route } from './store-samples.ts';
import { temporaryFolder } from './store-temporary-folder.ts';
import { expect } from 'chai';

describe('the SQLite store', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStore({ file: join(folder.path, 'deeper', 'journal.db') });
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('is the same after it was closed and opened again', async () => {
    await store.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_1')));
    await store.close();

    store = await openStore({ file: join(folder.path, 'deeper', 'journal.db') });

    expect(await store.reads.transfers.route('rt_1')).to.deep.equal(route('rt_1'));
  });

  it('is whole in its one file after it was closed: a copy of that file has every route', async () => {
    const file = join(folder.path, 'deeper', 'journal.db');
    const ids = Array.from({ length: 50 }, (_, at) => `rt_${String(at).padStart(2, '0')}`);
    for (const id of ids)
      await store.run('accept-route', (tx) => tx.transfers.insertRoute(route(id)));
    await store.close();

    const left = readdirSync(join(folder.path, 'deeper'));
    copyFileSync(file, join(folder.path, 'copy.db'));
    store = await openStore({ file: join(folder.path, 'copy.db') });

    expect(left).to.deep.equal(['journal.db']);
    expect(
      (await store.reads.transfers.unsettledRoutes(100)).map(({ id }) => id).sort(),
    ).to.deep.equal(ids);
  });

  it('is readable by no other user of the machine: it holds the secrets of webhooks', async () => {
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    await store.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_1')));

    const deeper = join(folder.path, 'deeper');
    const files = readdirSync(deeper).sort();

    expect(modeOf(deeper)).to.equal('700');
    expect(files.map((file) => [file, modeOf(join(deeper, file))])).to.deep.equal([
      ['journal.db', '600'],
      ['journal.db-shm', '600'],
      ['journal.db-wal', '600'],
    ]);
  });

  it('serves the units that wait when it is closed, and answers STORE_DOWN afterwards', async () => {
    const waiting = store.run('accept-route', (tx) =>
      tx.transfers.insertRoute(route('rt_1')).then(() => 'kept'),
    );
    await store.close();

    const late = await rejection(
      store.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_2'))),
    );
    const read = await rejection(store.reads.transfers.route('rt_1'));

    expect(await waiting).to.equal('kept');
    expect(late).to.include({ code: 'STORE_DOWN' });
    expect(read).to.include({ code: 'STORE_DOWN' });
  });

  it('stopped all money when /tmp was full: its units need no temporary folder', async function () {
    if (!existsSync('/proc/self/fd')) this.skip();
    const routes = Array.from({ length: 200 }, (_, at) =>
      route(`rt_${at}`, { stage: 'x'.repeat(1_000) }),
    );
    await store.run('accept-route', async (tx) => {
      for (const one of routes) await tx.transfers.insertRoute(one);
    });

    // A savepoint keeps the pages of earlier units that it changes: far more than SQLite does in
    // memory by itself.
    const before = deletedFiles();
    const duringUnit = await store.run('move-routes', async (tx) => {
      for (const one of routes)
        await tx.transfers.moveRoute(one, { stage: 'y'.repeat(1_000) }, 2_000);
      return deletedFiles();
    });
    expect(duringUnit).to.deep.equal(before);
  });

  it('forgets a settled reservation 256 blocks below the newest reading, and no earlier', async () => {
    await store.run('reserve', async (tx) => {
      await tx.transactions.insertReservation(reservation('claim_1'));
      await tx.transactions.insertReservation(reservation('claim_2'));
      await tx.transactions.insertReservation(reservation('claim_3'));
      await tx.transactions.settleReservation('claim_1', 100);
      await tx.transactions.settleReservation('claim_2', 101);
    });

    await store.run('record', (tx) =>
      tx.books.recordBalance({ book: gasBook, units: asUnits(1n), block: 356 }),
    );

    const left = await store.run('look', (tx) => tx.transactions.reservationsOf('rt_1'));
    expect(left.map(({ id }) => id)).to.deep.equal(['claim_2', 'claim_3']);
  });

  it('lets requests be served between two groups of units', async () => {
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 0);

    await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        store.run('accept-route', (tx) => tx.transfers.insertRoute(route(`rt_${at}`))),
      ),
    );
    clearInterval(turn);

    expect(turns).to.be.at.least(5);
  });
});

/** Files that are open and have no name: SQLite deletes a temporary one once it has it open. */
function deletedFiles(): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        // The one that listed the folder is closed by now.
        return '';
      }
    })
    .filter((path) => path.endsWith(' (deleted)'));
}
