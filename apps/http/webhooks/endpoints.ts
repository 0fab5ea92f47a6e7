import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute, readLimit } from '../server/limits/request-limit.ts';
import { recordId } from '../server/schemas/record-id.ts';
import { hookRegistered, hookState, registerHookBody } from './hooks-schema.ts';
import { writeHook, writeRegistered } from './present.ts';

export const registerHookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/hooks/register',
  summary: 'A webhook for the end of one route; a route that has ended is told at once.',
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
  async handle({ body, deps }) {
    return writeRegistered(
      await deps.useCases.webhooks.registerHook({
        routeId: body.routeId,
        url: body.url,
        secret: body.secret ?? null,
      }),
    );
  },
});

export const readHookEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/hooks/{id}',
  summary: 'What became of a webhook: its tries and when the next one is made.',
  limit: readLimit('hook'),
  request: { params: recordId('wh', 'POST /api/hooks/register') },
  example: { id: 'wh_00000000000000000000000000000000' },
  response: hookState,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params, deps }) {
    return writeHook(await deps.useCases.webhooks.readHook(params.id));
  },
});
