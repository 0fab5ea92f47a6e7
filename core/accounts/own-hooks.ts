import { RelayError } from '@interline/kernel';
import type { Clock, Entropy } from '@interline/ports';
import {
  type AccountHook,
  eventOf,
  type HookDelivery,
  type HookPost,
  type HookSeal,
  type HookTry,
} from '../webhooks/index.ts';
import type { AccountStore, AccountUnit } from './repository.ts';
import { type Account, accountId } from './session.ts';
import { tellAccounts } from './tell-accounts.ts';

interface Ports {
  readonly store: AccountStore;
  readonly hookPost: Pick<HookPost, 'judge'>;
  readonly hookSeal: Pick<HookSeal, 'seal' | 'drawSecret'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
}

export interface HookAsked {
  readonly url: string;
  /** Kinds of events, or `*` for all. */
  readonly events: readonly string[];
}

/** A webhook with the secret that signs its deliveries, which is shown only once. */
export interface HookWithSecret {
  readonly hook: AccountHook;
  readonly secret: string;
}

export interface OwnDelivery {
  readonly delivery: HookDelivery;
  readonly seq: number;
  readonly tries: readonly HookTry[];
}

/** An account's webhooks. Each throws `UNKNOWN_HOOK` for one that is not its own. */
export interface OwnHooks {
  /** Throws `UNSAFE_URL`, and `TOO_MANY_HOOKS` where the account has ten. */
  create(account: Account, asked: HookAsked): Promise<HookWithSecret>;
  list(account: Account): Promise<readonly AccountHook[]>;
  /** How many an account may have. */
  readonly most: number;
  read(account: Account, id: string): Promise<AccountHook>;
  remove(account: Account, id: string): Promise<void>;
  /**
   * Sends a test event to this webhook alone, numbered like any other of its account. Enables a disabled
   * webhook.
   */
  test(account: Account, id: string): Promise<{ readonly seq: number }>;
  /** Replaces the secret; the former one signs too for a day. */
  rotate(
    account: Account,
    id: string,
  ): Promise<HookWithSecret & { readonly formerUntilMs: number }>;
  /** The newest first. */
  deliveries(account: Account, id: string): Promise<readonly OwnDelivery[]>;
  /** Repeats the delivery under the same id, from the start of its schedule. */
  redeliver(account: Account, id: string, deliveryId: string): Promise<OwnDelivery>;
}

const mostHooks = 10;
const mostShown = 100;
const formerForMs = 24 * 3_600_000;

export function ownHooks({ store, hookPost, hookSeal, clock, entropy }: Ports): OwnHooks {
  const { webhooks } = store.reads;
  return {
    most: mostHooks,
    async create(account, { url, events }) {
      const verdict = hookPost.judge(url);
      if (!verdict.ok)
        throw new RelayError('UNSAFE_URL', { field: 'url' }, `url must be ${verdict.objection}`);
      const secret = hookSeal.drawSecret();
      const hook: AccountHook = {
        id: `awh_${entropy.hex(16)}`,
        account: accountId(account),
        url,
        host: verdict.host,
        events,
        failures: 0,
        disabledAtMs: null,
        createdAtMs: clock.now(),
      };
      await store.run('create-account-hook', async (tx) => {
        await tx.accounts.lockAccount(hook.account);
        if ((await tx.webhooks.accountHooks(hook.account)).length >= mostHooks)
          throw new RelayError(
            'TOO_MANY_HOOKS',
            {},
            `the account has ${mostHooks} webhooks, the most it may have`,
          );
        await tx.webhooks.insertAccountHook(hook, hookSeal.seal(secret, hook.id));
      });
      return { hook, secret };
    },

    list: (account) => webhooks.accountHooks(accountId(account)),
    read: (account, id) => ownHook(webhooks, account, id),

    remove: (account, id) =>
      store.run('delete-account-hook', async (tx) => {
        await ownHook(tx.webhooks, account, id);
        await tx.webhooks.deleteAccountHook(id);
      }),

    test: (account, id) =>
      store.run('test-account-hook', async (tx) => {
        await enabled(tx, account, id);
        const about = { hookId: id };
        const test = { kind: 'hook.test', atMs: clock.now(), about } as const;
        const [event] = await tellAccounts(tx, [accountId(account)], test, id);
        return { seq: event?.seq ?? 0 };
      }),

    async rotate(account, id) {
      const secret = hookSeal.drawSecret();
      const formerUntilMs = clock.now() + formerForMs;
      const hook = await store.run('rotate-account-hook', async (tx) => {
        const own = await ownHook(tx.webhooks, account, id);
        await tx.webhooks.rotateSecret(id, hookSeal.seal(secret, id), formerUntilMs);
        return own;
      });
      return { hook, secret, formerUntilMs };
    },

    async deliveries(account, id) {
      await ownHook(webhooks, account, id);
      const deliveries = await webhooks.lastDeliveries(id, mostShown);
      const tries = await webhooks.triesOfDeliveries(deliveries.map((one) => one.id));
      return deliveries.map((delivery) => ownDelivery(delivery, tries));
    },

    redeliver: (account, id, deliveryId) =>
      store.run('redeliver-account-hook', async (tx) => {
        await enabled(tx, account, id);
        const delivery = await tx.webhooks.delivery(deliveryId);
        if (delivery?.hookId !== id) throw new RelayError('UNKNOWN_HOOK');
        await tx.webhooks.renewDelivery(deliveryId, clock.now());
        const renewed = (await tx.webhooks.delivery(deliveryId)) ?? delivery;
        return ownDelivery(renewed, await tx.webhooks.triesOfDeliveries([deliveryId]));
      }),
  };
}

/** Neither of two accounts learns whether the other's webhook exists. */
async function ownHook(
  webhooks: Pick<AccountUnit['webhooks'], 'accountHook'>,
  account: Account,
  id: string,
): Promise<AccountHook> {
  const hook = await webhooks.accountHook(id);
  if (hook?.account !== accountId(account)) throw new RelayError('UNKNOWN_HOOK');
  return hook;
}

/** Its owner asks for a call, so it is enabled again. */
async function enabled(tx: AccountUnit, account: Account, id: string): Promise<void> {
  const { disabledAtMs } = await ownHook(tx.webhooks, account, id);
  if (disabledAtMs !== null) await tx.webhooks.disableHook(id, null);
}

function ownDelivery(delivery: HookDelivery, tries: readonly HookTry[]): OwnDelivery {
  const { seq } = eventOf(delivery.eventId);
  return { delivery, seq, tries: tries.filter(({ deliveryId }) => deliveryId === delivery.id) };
}
