import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { causeOf, openStore, type Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { rejection } from './store-rejection.ts';
import { route } from './store-samples.ts';
import { temporaryFolder } from './store-temporary-folder.ts';

describe('a store whose file is taken away while it is open', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let store: Store;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder.path, 'ledger', 'journal.sqlite');
    store = await openStore({ file, clock: { now: () => 0 } });
    await accept('rt_0');
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const accept = (id: string) =>
    store.run('accept-route', (tx) => tx.transfers.insertRoute(route(id)));
  const causes = async () =>
    [await rejection(accept('rt_1')), await rejection(store.check())].map(causeOf);

  it('recorded on unlinked files after rm -rf: it records nothing, and gives the reason', async () => {
    rmSync(join(folder.path, 'ledger'), { recursive: true });

    const error = await rejection(accept('rt_1'));

    expect(error).to.deep.include({ code: 'STORE_DOWN', details: {} });
    expect(await causes()).to.deep.equal(['JOURNAL_GONE', 'JOURNAL_GONE']);
  });

  it('records nothing while another file is in its place, or its log is deleted or replaced', async () => {
    copyFileSync(file, join(folder.path, 'copy'));
    renameSync(file, join(folder.path, 'aside'));
    renameSync(join(folder.path, 'copy'), file);
    const replaced = await causes();
    renameSync(join(folder.path, 'aside'), file);
    await accept('rt_2');
    renameSync(`${file}-wal`, join(folder.path, 'log'));
    const withoutLog = await causes();
    writeFileSync(`${file}-wal`, '');
    const withOtherLog = await causes();
    renameSync(join(folder.path, 'log'), `${file}-wal`);
    await accept('rt_3');

    expect([replaced, withoutLog, withOtherLog]).to.deep.equal(
      Array(3).fill(['JOURNAL_GONE', 'JOURNAL_GONE']),
    );
    expect((await store.reads.transfers.unsettledRoutes(10)).map(({ id }) => id)).to.deep.equal([
      'rt_0',
      'rt_2',
      'rt_3',
    ]);
  });
});

describe('a check of the store', () => {
  it('leaves nothing behind, and many at once do not disturb each other', async () => {
    const folder = temporaryFolder();
    const store = await openStore({ file: join(folder.path, 'journal.sqlite') });

    await Promise.all(Array.from({ length: 20 }, () => store.check()));
    const held = await store.duties.hold('housekeeping', 'w_1', 1_000);
    await store.close();
    const again = await openStore({ file: join(folder.path, 'journal.sqlite') });
    await again.check();
    await again.close();
    folder.remove();

    expect(held).to.equal(1);
  });
});
