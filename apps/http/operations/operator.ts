import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { routeReceipt } from '../transfer/status/schemas.ts';
import { presentReceipt } from '../transfer/status/present.ts';
import { deadHooks, hookState } from '../webhooks/hooks-schema.ts';
import { writeHook } from '../webhooks/present.ts';

const shownAtMost = 100;
const limit = perMinute('operator', 40);
const wantedRoute = { error: 'the id of the route whose refund is held' };
const wantedHook = { error: 'the id of a webhook' };

export const releaseRefundEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/refund',
  summary: 'For the operator: tries a held refund again now.',
  limit,
  request: {
    body: z.strictObject({ id: z.string(wantedRoute).min(1, wantedRoute).max(128, wantedRoute) }),
  },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeReceipt,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  isOperators: true,
  changes: 'refund',
  async handle({ body, deps }) {
    return presentReceipt(await deps.useCases.transfer.releaseRefund(body.id), deps.basePath);
  },
});

export const deadHooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/hooks',
  summary: `For the operator: webhooks of which every try failed, the newest ${shownAtMost}.`,
  limit,
  request: {},
  response: deadHooks,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ deps }) {
    const hooks = await deps.useCases.webhooks.listDeadHooks(shownAtMost);
    return { hooks: hooks.map(writeHook), count: hooks.length };
  },
});

export const redeliverHookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/hooks/redeliver',
  summary: "For the operator: sends a webhook's last event again, under its old id.",
  limit,
  request: {
    body: z.strictObject({ id: z.string(wantedHook).regex(/^[\x21-\x7e]{1,128}$/, wantedHook) }),
  },
  example: { id: 'wh_00000000000000000000000000000000' },
  response: hookState,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  isOperators: true,
  changes: 'delivery',
  async handle({ body, deps }) {
    return writeHook(await deps.useCases.webhooks.redeliverHook(body.id));
  },
});
