import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, openStore, type Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { route } from './store-samples.ts';
import { temporaryFolder } from './store-temporary-folder.ts';

describe('a copy of the SQLite store', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let copy: string;
  let store: Store;
  beforeEach(async () => {
    folder = temporaryFolder();
    [file, copy] = [join(folder.path, 'journal.sqlite'), join(folder.path, 'copy.sqlite')];
    store = await openStore({ file });
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const accept = (id: string, change: Parameters<typeof route>[1] = {}) =>
    store.run('accept-route', (tx) => tx.transfers.insertRoute(route(id, change)));
  const refusal = (to = copy): string => {
    try {
      copyStore(file, to);
    } catch (error) {
      return String(error);
    }
    return 'copied';
  };

  it('is one whole file for its owner alone, of a store that is open and whose routes are all in its log', async () => {
    for (const id of ['rt_1', 'rt_2', 'rt_3']) await accept(id);
    await accept('rt_4', { status: 'DONE', stage: 'DELIVERED' });
    const before = Date.now();

    const { asOfMs, ...made } = copyStore(file, copy);

    expect(made).to.deep.equal({
      file: copy,
      bytes: statSync(copy).size,
      routes: 4,
      openRoutes: 3,
    });
    expect(asOfMs).to.be.within(before, Date.now());
    expect((statSync(copy).mode & 0o777).toString(8)).to.equal('600');
    expect(readdirSync(folder.path).sort()).to.deep.equal([
      'copy.sqlite',
      'journal.sqlite',
      'journal.sqlite-shm',
      'journal.sqlite-wal',
    ]);
  });

  it('opens as a store with every route and unit, and can be written to', async () => {
    await accept('rt_1');
    copyStore(file, copy);

    const other = await openStore({ file: copy });
    const seen = await other.reads.transfers.route('rt_1');
    await other.run('accept-route', (tx) => tx.transfers.insertRoute(route('rt_2')));
    await other.close();

    expect(seen).to.deep.equal(route('rt_1'));
    expect(await store.reads.transfers.route('rt_2')).to.equal(null);
  });

  it('overwrites nothing, and refuses a name next to which the log of another file lies', async () => {
    writeFileSync(copy, 'mine');
    const besideLog = join(folder.path, 'other.sqlite');
    writeFileSync(`${besideLog}-wal`, 'of another file');

    expect(refusal()).to.equal(
      `Error: ${copy} exists already, and nothing is overwritten; ` +
        'move it away with its -wal and -shm, or choose another place',
    );
    expect(refusal(besideLog)).to.equal(
      `Error: ${besideLog}-wal exists already, and nothing is overwritten; ` +
        'move it away with its -wal and -shm, or choose another place',
    );
    expect(statSync(copy).size).to.equal(4);
  });

  it('of a damaged file, or one without a store, is refused, and leaves nothing behind', async () => {
    await accept('rt_1');
    await store.close();
    const damaged = join(folder.path, 'damaged.sqlite');
    copyFileSync(file, damaged);
    writeFileSync(damaged, Buffer.alloc(4_096, 0x5a), { flag: 'r+' });
    const strange = join(folder.path, 'strange.sqlite');
    writeFileSync(strange, '');

    expect(() => copyStore(damaged, copy)).to.throw('file is not a database');
    expect(() => copyStore(strange, copy)).to.throw(
      'it does not hold a store: it has no table of routes',
    );
    expect(() => copyStore(join(folder.path, 'none.sqlite'), copy)).to.throw(
      `there is no store at ${join(folder.path, 'none.sqlite')}`,
    );
    expect(
      readdirSync(folder.path).filter((name) => name.includes('copy') || name.includes('partial')),
    ).to.deep.equal([]);
  });
});
