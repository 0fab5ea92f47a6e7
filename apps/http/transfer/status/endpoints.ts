import * as z from 'zod';
import { isTerminal } from '@interline/core/transfer';
import { createHash } from 'node:crypto';
import { defineEndpoint } from '../../server/endpoint.ts';
import { operatorOf } from '../../server/parse/operator-of.ts';
import { readLimit } from '../../server/limits/request-limit.ts';
import { routeReceipt } from './schemas.ts';
import { presentReceipt } from './present.ts';

const wanted = { error: 'the id that execute answered with' };
const id = z.string(wanted).min(1, wanted).max(128, wanted);

export const routeStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/status',
  summary: 'The receipt of a route; a live one is re-checked first.',
  limit: readLimit('route-status'),
  request: { query: z.object({ id: id.meta({ description: 'id from execute' }) }) },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeReceipt,
  errors: ['MISSING_FIELD', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  follow: {
    versionOf: (receipt) =>
      createHash('sha256')
        .update(JSON.stringify({ ...receipt, elapsedSec: 0 }))
        .digest('hex')
        .slice(0, 16),
    isOver: ({ status }) => isTerminal(status),
  },
  async handle({ query, headers, deps, signal }) {
    const receipt = await deps.useCases.transfer.readRoute(query.id, signal);
    const isOperator = operatorOf(headers, deps.operators) !== null;
    return presentReceipt(receipt, deps.basePath, { isOperator });
  },
});
