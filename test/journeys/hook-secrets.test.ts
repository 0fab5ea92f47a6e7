import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookSeal } from '@interline/adapters/webhooks';
import { openStore, type Store } from '@interline/adapters/store';
import { resealSecrets } from '@interline/core/webhooks';
import { expect } from 'chai';
import { temporaryFolder } from '../contract/store-temporary-folder.ts';
import { endedRoutes, setClock, testKey } from '../support/hook-work.ts';

describe('the secrets of webhooks in the store', () => {
  const later = Buffer.alloc(32, 9);
  const routes = Array.from({ length: 250 }, (_, at) => ({
    routeId: `rt_${at}`,
    url: 'https://shop.example/hooks',
  }));
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let hooks: readonly string[];
  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openStore({ file: join(folder.path, 'journal.db') });
    hooks = await endedRoutes(store, setClock(), routes);
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

  it('are sealed anew once the keys were rotated, in clear or under a former key, and then need the new one alone', async () => {
    await store.run('as-an-earlier-release', (tx) =>
      tx.webhooks.replaceSecret(hooks[3] ?? '', 'secret of rt_3'),
    );

    const first = await resealSecrets(store, hookSeal([later, testKey]))();
    const second = await resealSecrets(store, hookSeal([later, testKey]))();

    expect([first, second]).to.deep.equal([250, 0]);
    const seal = hookSeal([later]);
    for (const at of [0, 3, 249])
      expect(seal.open((await kept(at)) ?? '', hooks[at] ?? '')).to.equal(`secret of rt_${at}`);
  });
});
