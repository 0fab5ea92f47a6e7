import type { Writes } from '@interline/core';
import type { RouteEvent } from '@interline/core/transfer';
import { type DueSearch, type Hook, type HookDelivery, takeTurns } from '@interline/core/webhooks';
import type { ContractStore } from './contract-store.ts';
import { tellHooks } from './tell-hooks.ts';
import { expect } from 'chai';

/** What the contract of hooks and of their deliveries does with a store. */
export function hookScene(given: () => ContractStore) {
  const write = <T>(work: (tx: Writes) => Promise<T>): Promise<T> => given().run('write', work);
  const put = (...hooks: readonly Hook[]) =>
    write(async (tx) => {
      for (const one of hooks)
        await tx.webhooks.insertHook(one, one.isSigned ? `secret of ${one.id}` : null);
    });
  const emit = (...events: readonly RouteEvent[]) =>
    write(async (tx) => {
      for (const event of events) await tellHooks(tx, event);
    });
  const statesOf = async (hookId: string): Promise<readonly string[]> =>
    (await given().reads.webhooks.deliveriesOf(hookId)).map((one) => `${one.eventId} ${one.state}`);
  const lastOf = async (hookId: string): Promise<HookDelivery> =>
    (await given().reads.webhooks.deliveriesOf(hookId))[0] ?? expect.fail(`${hookId} owes nothing`);
  const due = (change: Partial<DueSearch> = {}) => takeTurns(given())({ ...anyDue, ...change });
  return { write, put, emit, statesOf, lastOf, due };
}

export const endMs = 1_763_600_012_000;

export const anyDue: DueSearch = {
  nowMs: endMs,
  limit: 100,
  perHost: 100,
  silentLimit: 100,
  underWay: [],
};

export function hook(id: string, change: Partial<Hook> = {}): Hook {
  return {
    id,
    routeId: 'rt_1',
    url: 'https://hooks.example/done?of=interline',
    host: 'hooks.example',
    owner: 'c_1',
    isSigned: true,
    createdAtMs: 5,
    ...change,
  };
}

export function done(id: string, atMs = endMs): RouteEvent {
  return { id, kind: 'route.done', routeId: 'rt_1', srcTx: '0xaa', destTx: null, atMs };
}
