import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { recordId } from '../server/schemas/fields.ts';
import { deadHooks, hookRegistered, hookState, registerHookBody } from './schemas.ts';
import { presentHook, presentRegistered } from './present.ts';

export const registerHookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/hooks/register',
  summary:
    'Registers a webhook for the end of one route; if the route has ended, it is sent at once.',
  limit: perMinute('hooks', 120),
  request: { body: registerHookBody },
  example: {
    routeId: 'rt_00000000000000000000000000000000',
    url: 'https://shop.example/interline',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  },
  response: hookRegistered,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'UNSAFE_URL',
    'UNKNOWN_ROUTE',
    'TOO_MANY_RECORDS',
    'STORE_DOWN',
  ],
  changes: 'record',
  async handle({ body, client, deps }) {
    const { routeId, url, secret = null } = body;
    const { registerHook } = deps.useCases.webhooks;
    return presentRegistered(await registerHook({ routeId, url, secret, client }));
  },
});

export const readHookEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/hooks/{id}',
  summary: "A webhook's state: its attempts, and when the next one is due.",
  limit: readLimit('hook'),
  request: { params: recordId('wh', 'POST /api/hooks/register') },
  example: { id: 'wh_00000000000000000000000000000000' },
  response: hookState,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params, deps }) {
    return presentHook(await deps.useCases.webhooks.readHook(params.id));
  },
});

const shownAtMost = 100;
const operatorLimit = perMinute('operator', 40);

export const deadHooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/hooks',
  summary: `For the operator: webhooks whose every attempt failed, the newest ${shownAtMost}.`,
  limit: operatorLimit,
  request: {},
  response: deadHooks,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    const hooks = await deps.useCases.webhooks.listDeadHooks(shownAtMost);
    return { hooks: hooks.map(presentHook), count: hooks.length };
  },
});
