import { openPostgresStore, type Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

const dayMs = 86_400_000;

describe('the mint of several processes on PostgreSQL', () => {
  let postgres: TestPostgres;
  let watched: WatchedMint;
  let stores: readonly Store[];
  before(async function () {
    postgres = await postgresOrSkip(this);
  });
  after(() => postgres?.stop());
  beforeEach(async () => {
    const schema = postgres.newSchema();
    const [store, ...others] = [
      await openPostgresStore({ url: postgres.url, schema }),
      await openPostgresStore({ url: postgres.url, schema }),
      await openPostgresStore({ url: postgres.url, schema }),
    ];
    watched = await openWatchedMint({ store });
    stores = others;
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await watched.close();
  });

  it('has one log, one leaf a key and one head, whichever process draws and publishes first', async () => {
    const mints = [watched.mint, ...stores.map((on) => watched.born(undefined, undefined, on))];
    const logKeys = await Promise.all(mints.map((mint) => mint.mintLogKey()));
    await watched.introduce();
    for (const day of [0, 27, 30, 57, 60]) {
      watched.clock.ms = (20_000 + day) * dayMs;
      await Promise.all(mints.map((mint) => watched.keep(mint)));
    }
    const seen = await Promise.all(
      mints.map(async (mint) =>
        JSON.stringify([await mint.describeMint(), await mint.describePasses()]),
      ),
    );
    const leaves = await watched.store.reads.passes.mintLeaves();
    const record = await watched.store.reads.passes.mintLog();

    expect(new Set(logKeys).size).to.equal(1);
    expect(new Set(seen).size).to.equal(1);
    expect(leaves.map(({ seq, published }) => [seq, published !== null])).to.deep.equal([
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect(record?.refused).to.equal(0);
  });
});
