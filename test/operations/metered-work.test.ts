import { meteredWork, openMeters } from '@interline/adapters/metrics';
import { openStore, type Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { route } from '../contract/store-samples.ts';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';

describe('what is counted of routes', () => {
  let folder: { readonly path: string; remove(): void };
  let store: Store;
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStore({ file: `${folder.path}/journal.sqlite` });
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('is every status they come to, and how long they took to DONE', async () => {
    const { meters, work } = given();
    const accepted = route('rt_1', { createdAtMs: 1_000_000 });

    await work.run('accept', (tx) => tx.transfers.insertRoute(accepted));
    await work.run('advance', async (tx) => {
      await tx.transfers.moveRoute(accepted, { stage: 'CONFIRMING' }, 1_001_000);
    });
    const moved = await store.reader.transfers.route('rt_1');
    await work.run('finish', async (tx) => {
      await tx.transfers.moveRoute(
        moved ?? accepted,
        { status: 'DONE', phase: 'ended' },
        1_007_000,
      );
    });

    const { values } = await meters.routes.get();
    expect(values.map(({ labels, value }) => [labels.status, labels.rail, value])).to.deep.equal([
      ['BRIDGING', accepted.rail, 1],
      ['DONE', accepted.rail, 1],
    ]);
    expect(
      (await meters.settle.get()).values.find(({ metricName }) => metricName?.endsWith('_sum'))
        ?.value,
    ).to.equal(7);
  });

  it('is nothing of a unit that was rolled back', async () => {
    const { meters, work } = given();

    const ended = await work
      .run('accept', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        throw new Error('not this time');
      })
      .catch(() => 'rolled back');

    expect(ended).to.equal('rolled back');
    expect((await meters.routes.get()).values).to.deep.equal([]);
  });

  it('is counted once where a unit was run twice', async () => {
    const meters = openMeters();
    const work = meteredWork(
      {
        async run(name, unit) {
          await store.work
            .run(name, async (tx) => {
              await unit(tx);
              throw new Error('another process was faster');
            })
            .catch(() => undefined);
          return store.work.run(name, unit);
        },
      },
      meters,
    );

    await work.run('accept', (tx) => tx.transfers.insertRoute(route('rt_1')));

    expect((await meters.routes.get()).values.map(({ value }) => value)).to.deep.equal([1]);
  });

  function given() {
    const meters = openMeters();
    return { meters, work: meteredWork(store.work, meters) };
  }
});
