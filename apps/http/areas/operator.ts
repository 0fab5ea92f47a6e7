import { RelayError } from '@interline/domain';
import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { perMinute } from '../limits/request-limit.ts';
import { isOperator } from '../read/is-operator.ts';
import { routeReceipt } from '../wire/receipt.ts';
import { writeReceipt } from '../write/write-receipt.ts';

const wanted = { error: 'the id of the route whose refund is held' };

export const releaseRefundEndpoint = defineEndpoint({
  method: 'POST',
  path: '/operator/refund',
  summary: 'For the operator: tries a held refund again now.',
  limit: perMinute('operator', 40),
  request: { body: z.strictObject({ id: z.string(wanted).min(1, wanted).max(128, wanted) }) },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeReceipt,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'OPERATOR_ONLY', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  changes: 'refund',
  isOperators: true,
  async handle({ body, deps, headers }) {
    if (!isOperator(headers, deps.operatorToken)) throw new RelayError('OPERATOR_ONLY', {}, 'releasing a refund needs the operator\'s bearer token');
    return writeReceipt(await deps.useCases.releaseRefund(body.id), deps.basePath);
  },
});
