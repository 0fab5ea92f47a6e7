import { perMinute } from '../server/limits/request-limit.ts';
import { defineAccountEndpoint } from './account-endpoint.ts';
import { presentDelivery, presentHook } from './present-hook.ts';
import {
  accountHook,
  accountHooks,
  createHookBody,
  deliveryParams,
  hookCreated,
  hookDeleted,
  hookDelivery,
  hookDeliveries,
  hookParams,
  hookRotated,
  hookTested,
} from './hook-schemas.ts';

const limit = perMinute('account-hooks', 30);
const scope = 'hooks';
const example = { id: `awh_${'0'.repeat(32)}` };

export const createAccountHookEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/account/hooks',
  summary: "Creates a webhook for the account's events; its secret is shown only this once.",
  limit,
  scope,
  request: { body: createHookBody },
  example: { url: 'https://shop.example/interline', events: ['route.done', 'route.failed'] },
  response: hookCreated,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNSAFE_URL', 'TOO_MANY_HOOKS', 'STORE_DOWN'],
  changes: 'hook',
  async handle({ body, deps, session }) {
    const { hook, secret } = await deps.useCases.accounts.hooks.create(session.account, body);
    return { ...presentHook(hook), secret };
  },
});

export const accountHooksEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/hooks',
  summary: "The account's webhooks, the oldest first.",
  limit,
  scope,
  request: {},
  response: accountHooks,
  errors: ['STORE_DOWN'],
  async handle({ deps, session }) {
    const hooks = await deps.useCases.accounts.hooks.list(session.account);
    return { items: hooks.map(presentHook), next: null };
  },
});

export const accountHookEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/hooks/{id}',
  summary: 'One webhook: whether it is enabled, and how many attempts in a row have failed.',
  limit,
  scope,
  request: { params: hookParams },
  example,
  response: accountHook,
  errors: ['UNKNOWN_HOOK', 'STORE_DOWN'],
  async handle({ params, deps, session }) {
    return presentHook(await deps.useCases.accounts.hooks.read(session.account, params.id));
  },
});

export const deleteAccountHookEndpoint = defineAccountEndpoint({
  method: 'DELETE',
  path: '/api/account/hooks/{id}',
  summary: 'Deletes a webhook and its deliveries.',
  limit,
  scope,
  request: { params: hookParams },
  example,
  response: hookDeleted,
  errors: ['UNKNOWN_HOOK', 'STORE_DOWN'],
  changes: 'hook',
  async handle({ params, deps, session }) {
    await deps.useCases.accounts.hooks.remove(session.account, params.id);
    return { deleted: true as const };
  },
});

export const testAccountHookEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/account/hooks/{id}/test',
  summary: 'Sends hook.test to this webhook alone, and enables it if it was disabled.',
  limit,
  scope,
  request: { params: hookParams },
  example,
  response: hookTested,
  errors: ['UNKNOWN_HOOK', 'STORE_DOWN'],
  changes: 'hook',
  async handle({ params, deps, session }) {
    return deps.useCases.accounts.hooks.test(session.account, params.id);
  },
});

export const rotateAccountHookEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/account/hooks/{id}/rotate',
  summary: 'Replaces the secret, shown only this once; the former one signs beside it for a day.',
  limit,
  scope,
  request: { params: hookParams },
  example,
  response: hookRotated,
  errors: ['UNKNOWN_HOOK', 'STORE_DOWN'],
  changes: 'hook',
  async handle({ params, deps, session }) {
    const { hooks } = deps.useCases.accounts;
    const { hook, secret, formerUntilMs } = await hooks.rotate(session.account, params.id);
    return { ...presentHook(hook), secret, formerUntil: formerUntilMs };
  },
});

export const hookDeliveriesEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/account/hooks/{id}/deliveries',
  summary: 'The last hundred deliveries with every attempt, newest first.',
  limit,
  scope,
  request: { params: hookParams },
  example,
  response: hookDeliveries,
  errors: ['UNKNOWN_HOOK', 'STORE_DOWN'],
  async handle({ params, deps, session }) {
    const { hooks } = deps.useCases.accounts;
    const deliveries = await hooks.deliveries(session.account, params.id);
    return { items: deliveries.map(presentDelivery), next: null };
  },
});

export const redeliverEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/account/hooks/{id}/deliveries/{did}/redeliver',
  summary: 'Sends a delivery again, under the same webhook-id and from the start of its schedule.',
  limit,
  scope,
  request: { params: deliveryParams },
  example: { ...example, did: `msg_${'0'.repeat(32)}` },
  response: hookDelivery,
  errors: ['UNKNOWN_HOOK', 'STORE_DOWN'],
  changes: 'hook',
  async handle({ params: { id, did }, deps, session }) {
    return presentDelivery(await deps.useCases.accounts.hooks.redeliver(session.account, id, did));
  },
});
