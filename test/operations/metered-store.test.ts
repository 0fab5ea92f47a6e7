import { meteredStore, openMeters } from '@interline/adapters/metrics';
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
    const { meters, run } = given();
    const accepted = route('rt_1', { createdAtMs: 1_000_000 });

    await run('accept', (tx) => tx.transfers.insertRoute(accepted));
    await run('advance', async (tx) => {
      await tx.transfers.moveRoute(accepted, { stage: 'CONFIRMING' }, 1_001_000);
    });
    const moved = await store.reads.transfers.route('rt_1');
    await run('finish', async (tx) => {
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
    const { meters, run } = given();

    const ended = await run('accept', async (tx) => {
      await tx.transfers.insertRoute(route('rt_1'));
      throw new Error('not this time');
    }).catch(() => 'rolled back');

    expect(ended).to.equal('rolled back');
    expect((await meters.routes.get()).values).to.deep.equal([]);
  });

  it('is counted once if a unit was run twice', async () => {
    const meters = openMeters();
    const { run } = meteredStore(
      {
        reads: store.reads,
        async run(name, unit) {
          await store
            .run(name, async (tx) => {
              await unit(tx);
              throw new Error('another process was faster');
            })
            .catch(() => undefined);
          return store.run(name, unit);
        },
      },
      meters,
    );

    await run('accept', (tx) => tx.transfers.insertRoute(route('rt_1')));

    expect((await meters.routes.get()).values.map(({ value }) => value)).to.deep.equal([1]);
  });

  function given() {
    const meters = openMeters();
    return { meters, run: meteredStore(store, meters).run };
  }
});
