import { openStore, type Store } from '@interline/adapters/store';
import { announcingStore } from '@interline/core';
import type { Session } from '@interline/core/accounts';
import type { Route } from '@interline/core/transfer';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { base, payer, route } from '../contract/store-samples.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { mandateId, mandateOfSample } from './sample-mandate.ts';

const atMs = 1_800_000_000_000;

const session: Session = {
  tokenHash: 't1',
  account: { address: payer, onlyOn: null },
  chain: base,
  scopes: ['mandates'],
  ...{ proof: null, mandateKey: null },
  ...{ createdAtMs: atMs, expiresAtMs: atMs + 1, checkedAtMs: atMs },
};

describe("a mandate's payment, as its route ends", () => {
  let dir: string;
  let opened: Store;
  let store: ReturnType<typeof announcingStore>;
  beforeEach(async () => {
    dir = await mkdtemp(join(fastFolder, 'interline-mandates-'));
    opened = await openStore({ file: join(dir, 'store.db') });
    store = announcingStore(opened, { now: () => atMs });
    await store.run('sign-in', (tx) => tx.accounts.insertSession(session));
    await store.run('register', (tx) => tx.mandates.insertMandate(mandateOfSample));
    await store.run('accept', async (tx) => {
      await tx.mandates.insertChallenge({ nonceHash: 'n', mandateId, expiresAtMs: atMs + 1 });
      await tx.announce.acceptingUnderMandate(
        { ...route('rt_1'), createdAtMs: atMs },
        {
          ...{ mandateId, agentKeyId: 'k1', closedHash: 'c', nonceHash: 'n' },
          ...{ reference: 'r', claims: {}, cents: 100n, worthCents: 100n },
        },
      );
    });
  });
  afterEach(async () => {
    await opened.close();
    await rm(dir, { recursive: true });
  });

  const event = { id: 'ev_1', routeId: 'rt_1', srcTx: null, destTx: null, atMs };
  const end = (status: 'DONE' | 'FAILED', stage: string) =>
    store.run('end', (tx) => {
      const ended: Route = { ...route('rt_1'), status, stage, phase: 'ended', destTx: '0xd' };
      const kind = status === 'DONE' ? 'route.done' : 'route.failed';
      return tx.announce.routeEnded({ ...event, kind }, ended);
    });
  const sums = async () => {
    const { reserved, spent, uses } =
      (await opened.reads.mandates.mandate(mandateId)) ?? mandateOfSample;
    return [reserved, spent, uses];
  };

  it('is given back if nothing was pulled, or the refund was mined', async () => {
    await end('FAILED', 'NOT_PULLED');
    expect(await sums()).to.deep.equal([0n, 0n, 0]);
  });

  for (const stage of ['WRITTEN_OFF', 'DELIVERED_BELOW_MIN', 'DELIVERED_OTHER_TOKEN'])
    it(`stays spent if it failed and nothing came back: ${stage}`, async () => {
      await end('FAILED', stage);
      expect(await sums()).to.deep.equal([0n, 100n, 1]);
    });

  it('is reserved again after a reorg, its next end has its own verdict, and its owner is notified of each', async () => {
    await end('DONE', 'DELIVERED');
    const done = await sums();
    await store.run('reopen', (tx) =>
      tx.announce.routeReopened({ ...event, kind: 'route.reopened' }),
    );
    const reopened = await sums();
    await end('FAILED', 'REFUNDED');
    const receipts = await opened.reads.mandates.mandateReceipts(mandateId, null, 9);

    expect([done, reopened, await sums()]).to.deep.equal([
      [0n, 100n, 1],
      [100n, 0n, 1],
      [0n, 0n, 0],
    ]);
    const told = await opened.reads.accounts.events(payer, 0, 9);
    const sumsTold = told.map(({ seq, kind, about }) => [
      ...[seq, kind, about['reserved'], about['spent']],
    ]);
    expect(sumsTold).to.deep.equal([
      [1, 'mandate.used', '100', '0'],
      [2, 'mandate.spent', '0', '100'],
      [3, 'mandate.used', '100', '0'],
      [4, 'mandate.returned', '0', '0'],
    ]);
    expect(receipts.map(({ kind, claims }) => [kind, claims['result']])).to.deep.equal([
      ['failed', 'error'],
      ['done', 'success'],
      ['accepted', 'success'],
    ]);
  });
});
