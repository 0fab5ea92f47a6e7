import { safeHttp } from '@interline/adapters/outbound-http';
import { systemEntropy } from '@interline/adapters/entropy';
import type { Store } from '@interline/adapters/store';
import { hookPost, hookSeal } from '@interline/adapters/webhooks';
import { type Account, type OwnHooks, ownHooks, tellAccounts } from '@interline/core/accounts';
import type { Clock } from '@interline/ports';
import { base, payer } from '../contract/store-samples.ts';
import { testKey } from '../support/hook-work.ts';

export const account: Account = { address: payer, onlyOn: null };

/** The account's webhooks on a store where it signs in first. */
export async function hooksOn(store: Store, clock: Pick<Clock, 'now'>): Promise<OwnHooks> {
  await store.run('sign-in', (tx) =>
    tx.accounts.insertSession({
      tokenHash: 't1',
      account,
      chain: base,
      scopes: ['hooks'],
      proof: null,
      mandateKey: null,
      createdAtMs: clock.now(),
      expiresAtMs: clock.now() + 86_400_000,
      checkedAtMs: clock.now(),
    }),
  );
  return hooksAgain(store, clock);
}

/** The same on a store where it has signed in. */
export function hooksAgain(store: Store, clock: Pick<Clock, 'now'>): OwnHooks {
  return ownHooks({
    store,
    hookPost: hookPost(safeHttp({ allowLoopback: true, resolve: async () => ['127.0.0.1'] })),
    hookSeal: hookSeal([testKey]),
    clock,
    entropy: systemEntropy,
  });
}

/** One event of the account, and what its webhooks are owed, in one unit. */
export async function tellOnce(store: Store, of: string, atMs: number): Promise<void> {
  const about = { routeId: 'rt_1', status: 'DONE', stage: 'DELIVERED' };
  await store.run('tell', (tx) => tellAccounts(tx, [of], { kind: 'route.done', atMs, about }));
}
