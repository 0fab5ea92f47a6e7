import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookSeal } from '@interline/adapters/webhooks';
import { openStore, type Store } from '@interline/adapters/store';
import { systemEntropy } from '@interline/adapters/entropy';
import { hookCourier, resealSecrets } from '@interline/core/webhooks';
import { type Log, noTracer } from '@interline/ports';
import { expect } from 'chai';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { endedRoutes, setClock, testKey } from '../support/hook-work.ts';
import { quietLog } from '../support/quiet-log.ts';

describe('the secrets of webhooks in the store', () => {
  const later = Buffer.alloc(32, 9);
  const routes = Array.from({ length: 250 }, (_, at) => ({
    routeId: `rt_${at}`,
    url: 'https://shop.example/hooks',
  }));
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let hooks: readonly string[];
  /** Each hook whose secret the log said to be unreadable, as often as it did. */
  let unreadable: unknown[];
  const log: Log = {
    ...quietLog,
    error: (event, fields) => {
      if (event === 'hook-secret-unreadable') unreadable.push(fields?.['hook']);
    },
  };
  const clock = setClock();
  beforeEach(async () => {
    folder = temporaryFolder();
    unreadable = [];
    store = await openStore({ file: join(folder.path, 'journal.db') });
    hooks = await endedRoutes(store, clock, routes);
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const kept = (at: number): Promise<string | null> =>
    store.reads.webhooks.hookSecret(hooks[at] ?? '');

  it('were readable in every copy of it: no file of the store has one', () => {
    const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name)));
    const hold = (text: string): boolean => files.some((bytes) => bytes.includes(text));

    expect([hold('https://shop.example/hooks'), hold('secret of rt_')]).to.deep.equal([
      true,
      false,
    ]);
  });

  it('are sealed again once the keys were rotated, in clear or under a former key, and then need only the new one', async () => {
    await store.run('as-an-earlier-release', (tx) =>
      tx.webhooks.replaceSecret(hooks[3] ?? '', 'secret of rt_3'),
    );

    const reseal = resealSecrets({ store, seal: hookSeal([later, testKey]), log });
    const first = await reseal();
    const second = await reseal();

    expect([first, second]).to.deep.equal([250, 0]);
    const seal = hookSeal([later]);
    for (const at of [0, 3, 249])
      expect(seal.open((await kept(at)) ?? '', hooks[at] ?? '')).to.equal(`secret of rt_${at}`);
  });

  /** As a key that was lost, or a client that chose such a secret before there was a seal, left them. */
  const spoil = (ids: readonly string[]) =>
    store.run('spoil', async (tx) => {
      for (const id of ids) await tx.webhooks.replaceSecret(id, 'sealed.v1.chosen');
    });

  it('are all sealed again but those that no key opens: one of them used to hold up all the others, and 120 fill no batch', async () => {
    const [before = '', next = ''] = hooks;
    await spoil([before]);
    const reseal = resealSecrets({ store, seal: hookSeal([later, testKey]), log });
    const first = await reseal();
    await spoil(hooks.slice(0, 120));
    unreadable = [];
    const again = await resealSecrets({ store, seal: hookSeal([testKey, later]), log })();

    expect([first, again]).to.deep.equal([249, 130]);
    expect(new Set(unreadable)).to.deep.equal(new Set(hooks.slice(0, 120)));
    expect(unreadable.length).to.equal(120);
    expect(await store.reads.webhooks.hookSecret(next)).to.equal('sealed.v1.chosen');
  });

  it('that no key opens end a delivery after ten tries, which send nothing and are each logged', async () => {
    const [id = ''] = hooks;
    await spoil([id]);
    let sent = 0;
    const courier = hookCourier({
      store,
      tracer: noTracer,
      post: {
        judge: () => ({ ok: true, host: 'shop.example' }),
        post: async () => {
          sent += 1;
          return { outcome: 'answered', httpStatus: 200, retryAfterMs: null };
        },
      },
      clock,
      entropy: systemEntropy,
      log,
      seal: hookSeal([testKey]),
    });
    const [owed] = await store.reads.webhooks.deliveriesOf(id);
    for (let round = 0; round < 12; round += 1) {
      await courier.carry(owed?.id ?? '', new AbortController().signal);
      clock.forward(2 * 86_400_000);
    }
    const [ended] = await store.reads.webhooks.deliveriesOf(id);

    expect([ended?.state, ended?.tries, sent]).to.deep.equal(['dead', 10, 0]);
    expect(unreadable).to.deep.equal(Array.from({ length: 10 }, () => id));
  });
});
