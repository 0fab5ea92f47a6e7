import { statSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, openStore } from '@interline/adapters/store';
import { expect } from 'chai';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { permit, route } from '../contract/store-samples.ts';
import { runInterline } from '../support/run-interline.ts';

const dayMs = 86_400_000;
const endedRoutes = 1_000;

describe('a store that many routes ended in', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder.path, 'journal.sqlite');
    const store = await openStore({ file });
    await store.run('fill', async (tx) => {
      for (let at = 0; at < endedRoutes; at += 1)
        await tx.transfers.insertRoute(
          route(`rt_${at}`, {
            status: 'DONE',
            stage: 'DELIVERED',
            phase: 'ended',
            permit: permit(BigInt(at)),
            updatedAtMs: Date.now() - 100 * dayMs,
          }),
        );
      await tx.transfers.insertRoute(route('rt_open'));
    });
    await store.close();
  });
  afterEach(() => folder.remove());

  const interline = (...words: readonly string[]) =>
    runInterline(['store', ...words, '--data', folder.path]);
  const routeNow = async (id: string) => {
    const store = await openStore({ file });
    try {
      return await store.reads.transfers.route(id);
    } finally {
      await store.close();
    }
  };

  it('shrinks by `interline store archive` and `vacuum`, and still shows and backs up every route', async () => {
    const before = await routeNow('rt_7');
    const bytesBefore = statSync(file).size;

    const dry = await interline('archive', '--dry-run', '--json');
    const archived = await interline('archive');
    const vacuumed = await interline('vacuum', '--json');

    expect(JSON.parse(dry.out)).to.deep.equal({
      moved: 1_000,
      left: 0,
      afterDays: 90,
      dryRun: true,
      stopped: false,
    });
    expect(archived.out).to.match(/^moved +1000 routes that ended more than 90 days ago$/m);
    expect(archived.out).to.match(/^next +run `interline store vacuum` to give the room back$/m);
    expect(JSON.parse(vacuumed.out)).to.include({ bytesAfter: statSync(file).size, dryRun: false });
    expect(statSync(file).size).to.be.below(bytesBefore / 2);
    expect(await routeNow('rt_7')).to.deep.equal(before);
    expect(copyStore(file, join(folder.path, 'copy.sqlite'))).to.include({
      routes: 1_001,
      openRoutes: 1,
    });
  });

  it('stays as it is by a dry run of `vacuum`, which says what is free', async () => {
    const bytesBefore = statSync(file).size;

    const ran = await interline('vacuum', '--dry-run', '--json');

    expect(JSON.parse(ran.out)).to.deep.equal({
      bytesBefore,
      freeBytesBefore: 0,
      bytesAfter: bytesBefore,
      dryRun: true,
    });
  });

  it('has nothing to archive if the routes ended later than that', async () => {
    const ran = await interline('archive', '--after-days', '101', '--json');

    expect(JSON.parse(ran.out)).to.include({ moved: 0, left: 0, afterDays: 101 });
  });

  it('is not archived by days that a permit may still live', async () => {
    const ran = await interline('archive', '--after-days', '1');

    expect([ran.code, ran.err]).to.deep.equal([
      2,
      'error --after-days has "1"; wanted a whole number of days from 2 to 9999\n',
    ]);
  });
});
