import { join } from 'node:path';
import { openStore, type Store as OpenStore } from '@interline/adapters/store';
import { announcingStore, type Store } from '@interline/core';
import { StaleRoute } from '@interline/core/transfer';
import { expect } from 'chai';
import { base, payer, permit, route, spender } from '../contract/store-samples.ts';
import { rejection } from '../contract/store-rejection.ts';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { hooksOn } from './hook-scene.ts';

const clock = { now: () => 1_763_600_012_000 };
const nowMs = clock.now();

describe('what the composed store reports to an account', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let opened: OpenStore;
  let store: Store;
  beforeEach(async () => {
    folder = temporaryFolder();
    opened = await openStore({ file: join(folder.path, 'journal.db') });
    store = announcingStore(opened, clock);
    await hooksOn(opened, clock);
  });
  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  const told = async (): Promise<readonly string[]> =>
    (await store.reads.accounts.events(payer, 0, 99)).map(
      ({ kind, about }) => `${kind} ${about['stage'] ?? ''}`,
    );
  const signed = route('rt_1', { permit: permit(1n) });
  const put = (): Promise<void> => store.run('accept', (tx) => tx.transfers.insertRoute(signed));

  it('is every way in which a route is moved, by another module too', async () => {
    await put();
    await store.run('quarantine', (tx) =>
      tx.announce.accountBehind({ chain: base, role: 'float', account: spender }),
    );
    const quarantined = await store.reads.transfers.route('rt_1');
    if (quarantined === null) throw new Error('the route is gone');
    await store.run('replace', (tx) =>
      tx.transfers.replaceRoute(quarantined, { ...signed, stage: 'SENDING' }),
    );

    expect(await told()).to.deep.equal([
      'route.accepted RECEIVING',
      'route.stage QUARANTINED',
      'route.stage SENDING',
    ]);
  });

  it('is nothing of a unit that fails: neither an event nor a number', async () => {
    await put();
    const stale = await rejection(
      store.run('move', async (tx) => {
        await tx.transfers.moveRoute(signed, { stage: 'SENDING' }, nowMs);
        await tx.transfers.moveRoute(signed, { stage: 'VERIFYING' }, nowMs);
      }),
    );
    await store.run('move', (tx) => tx.transfers.moveRoute(signed, { stage: 'SENDING' }, nowMs));

    expect(stale).to.be.instanceOf(StaleRoute);
    expect(await told()).to.deep.equal(['route.accepted RECEIVING', 'route.stage SENDING']);
    const events = await store.reads.accounts.events(payer, 0, 9);
    expect(events.map(({ seq }) => seq)).to.deep.equal([1, 2]);
  });
});
