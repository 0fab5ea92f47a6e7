import * as z from 'zod';
import { isTerminal } from '@interline/core/transfer';
import { createHash } from 'node:crypto';
import { defineEndpoint } from '../../server/endpoint.ts';
import { operatorOf } from '../../server/parse/operator-of.ts';
import { readLimit } from '../../server/limits/request-limit.ts';
import { routeReceipt, routeTimeline, transactionRoutes } from './schemas.ts';
import { presentReceipt, presentSeen, presentTimeline } from './present.ts';

const longestWaitSec = 30;
const wantedWait = `whole seconds from 0 to ${longestWaitSec}`;
const wait = z
  .string({ error: wantedWait })
  .regex(/^[0-9]{1,2}$/, { error: wantedWait })
  .transform(Number)
  .refine((seconds) => seconds <= longestWaitSec, { error: wantedWait })
  .meta({
    description: `${wantedWait}: holds the answer back until the receipt is another one than \`If-None-Match\` names, or without it than now, or the route has ended; not in the private lane`,
    examples: ['20'],
  })
  .optional();

const wanted = { error: 'the id that execute returned' };
const id = z.string(wanted).min(1, wanted).max(128, wanted);

export const routeStatusEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/status',
  tool: {
    name: 'status',
    title: 'Follow a route',
    advice: 'DONE and FAILED are final. With wait, "20", it answers when something has changed.',
  },
  summary: 'The receipt of a route; an open route is re-checked first.',
  limit: readLimit('route-status'),
  request: { query: z.object({ id: id.meta({ description: 'id from execute' }), wait }) },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeReceipt,
  errors: ['MISSING_FIELD', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  follow: {
    routeOf: ({ id = '' }) => id,
    versionOf: (receipt) =>
      createHash('sha256')
        .update(JSON.stringify({ ...receipt, elapsedSec: 0 }))
        .digest('hex')
        .slice(0, 16),
    isOver: ({ status }) => isTerminal(status),
  },
  async handle({ query, headers, deps, signal, isCommitted }) {
    const receipt = await deps.useCases.transfer.readRoute(query.id, signal, { isCommitted });
    const isOperator = operatorOf(headers, deps.operators) !== null;
    return presentReceipt(receipt, deps.basePath, { isOperator });
  },
});

export const routeTimelineEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/timeline',
  summary:
    "A route's timeline: when it was accepted, when each transaction was begun and sent, when it ended.",
  limit: readLimit('route-timeline'),
  request: { query: z.object({ id: id.meta({ description: 'id from execute' }) }) },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: routeTimeline,
  errors: ['MISSING_FIELD', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  async handle({ query, deps }) {
    return presentTimeline(await deps.useCases.transfer.readTimeline(query.id), deps.clock.now());
  },
});

const hashWanted = { error: "a transaction's hash: 64 hex digits, after 0x on an EVM chain" };
const hash = z
  .string(hashWanted)
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, hashWanted)
  .transform((text) => text.toLowerCase());

export const routesByTransactionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/route/by-transaction',
  summary:
    'How far along the routes of a transaction are, and nothing more than its hash may reveal.',
  limit: readLimit('route-by-transaction'),
  request: { query: z.object({ tx: hash.meta({ description: 'hash of a transaction' }) }) },
  example: { tx: `0x${'0'.repeat(64)}` },
  response: transactionRoutes,
  errors: ['MISSING_FIELD', 'UNKNOWN_ROUTE', 'STORE_DOWN'],
  async handle({ query, deps }) {
    return presentSeen(await deps.useCases.transfer.readByTransaction(query.tx));
  },
});
