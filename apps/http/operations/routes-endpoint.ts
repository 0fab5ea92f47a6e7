import type { FoundRoutes } from '@interline/core/operations';
import { type Route, routeStatuses, type Series, seriesSpans } from '@interline/core/transfer';
import { chainToWire } from '@interline/kernel';
import * as z from 'zod';
import { defineEndpoint } from '../server/endpoint.ts';
import { presentAddress, presentTokenAddress } from '../server/present/present-address.ts';
import { answerFields as field, epochMs } from '../server/schemas/fields.ts';
import { operatorLimit as limit } from './order-endpoint.ts';

const shownAtMost = 200;
const wantedSearch = "a route's id, a hash of a transaction, or an address";
const amount = field.units.nullable();

const routesQuery = z.object({
  q: z
    .string({ error: wantedSearch })
    .regex(/^[0-9a-zA-Z_]{8,128}$/, { error: wantedSearch })
    .optional()
    .meta({ description: `${wantedSearch}; all open routes where left out` }),
});

const side = (description: string) =>
  z.object({
    chain: field.chain,
    token: field.token,
    symbol: field.symbol,
    decimals: z.int().min(0),
    units: amount.meta({ description }),
    address: z.string().nullable(),
  });

const routesAnswer = z
  .object({
    routes: z
      .array(
        z.object({
          id: z.string(),
          status: z.enum(routeStatuses),
          stage: z.string(),
          rail: z.string(),
          sandbox: z.boolean(),
          from: side('what was agreed; its address is the payer, null for a deposit'),
          to: side('what was delivered; null before'),
          owed: amount.meta({ description: 'what a refund owes; null where none does' }),
          failure: z.string().nullable(),
          accepted: epochMs,
          moved: epochMs,
        }),
      )
      .meta({ description: 'open ones the oldest first; what a search found, as it was found' }),
    count: z.int().min(0).meta({ description: 'those left off included' }),
  })
  .meta({ id: 'OperatorRoutes' });

export const routesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/routes',
  summary: `For the operator: routes that are open, the oldest first, or those with this id, transaction or address; at most ${shownAtMost}.`,
  limit,
  request: { query: routesQuery },
  example: { q: 'rt_00000000000000000000000000000000' },
  response: routesAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps }) {
    return presentFound(await deps.useCases.operations.findRoutes(query.q ?? null, shownAtMost));
  },
});

function presentFound({ routes, count }: FoundRoutes): z.input<typeof routesAnswer> {
  return { routes: routes.map(presentFoundRoute), count };
}

function presentFoundRoute(route: Route): z.input<typeof routesAnswer>['routes'][number] {
  const { id, status, stage, rail, isSimulated, mode, order, delivered, owed, failure } = route;
  const { from, to, payer, recipient } = order;
  return {
    id,
    status,
    stage,
    rail,
    sandbox: isSimulated,
    from: {
      chain: chainToWire(from.chain),
      token: presentTokenAddress(from),
      symbol: from.symbol,
      decimals: from.decimals,
      units: order.amount.toString(),
      address: mode === 'deposit' ? null : presentAddress(from.chain, payer),
    },
    to: {
      chain: chainToWire(to.chain),
      token: presentTokenAddress(to),
      symbol: to.symbol,
      decimals: to.decimals,
      units: delivered?.toString() ?? null,
      address: presentAddress(to.chain, recipient),
    },
    owed: owed?.toString() ?? null,
    failure: failure?.reason ?? null,
    accepted: route.createdAtMs,
    moved: route.updatedAtMs,
  };
}

const wantedSpan = seriesSpans.join(', ');

const seriesQuery = z.object({
  span: z
    .enum(seriesSpans, { error: wantedSpan })
    .optional()
    .meta({ description: `${wantedSpan}; 1d when left out` }),
});

const count = z.int().min(0);
const took = z.int().min(0).nullable();

const seriesAnswer = z
  .object({
    slotSeconds: z.int().min(1),
    slots: z
      .array(
        z.object({
          from: epochMs,
          delivered: count,
          missed: count.meta({ description: 'of those delivered, with less than was quoted' }),
          failed: count,
          medianMs: took.meta({ description: 'of those delivered; null without any' }),
          p95Ms: took.meta({ description: 'what 19 of 20 took at most' }),
        }),
      )
      .meta({ description: 'the oldest first, without a gap; the last one is still running' }),
  })
  .meta({ id: 'OperatorSeries' });

export const seriesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/operator/series',
  summary:
    'For the operator: how transfers ended and how long they took, slot by slot, by our own receipts.',
  limit,
  request: { query: seriesQuery },
  example: { span: '7d' },
  response: seriesAnswer,
  errors: ['STORE_DOWN'],
  isOperators: true,
  async handle({ query, deps }) {
    return presentSeries(await deps.useCases.transfer.readSeries(query.span ?? '1d'));
  },
});

function presentSeries({ slotMs, slots }: Series): z.input<typeof seriesAnswer> {
  return {
    slotSeconds: slotMs / 1_000,
    slots: slots.map(({ fromMs, mostMs, ...slot }) => ({ from: fromMs, ...slot, p95Ms: mostMs })),
  };
}
