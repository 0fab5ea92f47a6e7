import { RelayError } from '@interline/domain';
import * as z from 'zod';
import { defineEndpoint, type EndpointInput } from '../endpoint.ts';
import { perMinute } from '../limits/request-limit.ts';
import { isOperator } from '../read/is-operator.ts';
import { deadHooks, hookState } from '../wire/hooks.ts';
import { writeHook } from '../write/write-hook.ts';

const shownAtMost = 100;
const limit = perMinute('operator', 40);
const wanted = { error: 'the id of a webhook' };

export const deadHooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/hooks',
  summary: `For the operator: webhooks of which every try failed, the newest ${shownAtMost}.`,
  limit,
  request: {},
  response: deadHooks,
  errors: ['OPERATOR_ONLY', 'STORE_DOWN'],
  isOperators: true,
  async handle({ deps, headers }) {
    checkOperator(headers, deps);
    const hooks = await deps.useCases.listDeadHooks(shownAtMost);
    return { hooks: hooks.map(writeHook), count: hooks.length };
  },
});

export const redeliverHookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/hooks/redeliver',
  summary: 'For the operator: sends a webhook\'s last event again, under its old id.',
  limit,
  request: { body: z.strictObject({ id: z.string(wanted).regex(/^[\x21-\x7e]{1,128}$/, wanted) }) },
  example: { id: 'wh_00000000000000000000000000000000' },
  response: hookState,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'OPERATOR_ONLY', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  isOperators: true,
  changes: 'delivery',
  async handle({ body, deps, headers }) {
    checkOperator(headers, deps);
    return writeHook(await deps.useCases.redeliverHook(body.id));
  },
});

function checkOperator(headers: EndpointInput['headers'], { operatorToken }: EndpointInput['deps']): void {
  if (!isOperator(headers, operatorToken)) throw new RelayError('OPERATOR_ONLY', {}, 'this needs the operator\'s bearer token');
}
