import * as z from 'zod';
import { conditionalStatuses, scheduleStatuses } from '@interline/core/primitives';
import { answerFields, requestFields } from '../server/schemas/fields.ts';
import { familyFields } from '../transfer/family-fields.ts';
import { routeRequestFields } from '../transfer/route-request.ts';

const wantedRoute = 'an object {fromChain, fromToken, toChain, toToken, amount, toAddress}';
const wantedLegs = '1 to 20 legs, each {fromChain, fromToken, toChain, toToken, amount, toAddress}';
const wantedTime =
  'epoch seconds (below 1e11) or milliseconds, or ISO 8601 such as 2026-10-01T12:00:00Z';
const wantedEvery = 'whole seconds from 10 to 31536000';
const wantedCount = 'a whole number from 1 to 1000';
const wantedType = '"priceAbove", "priceBelow" or "timeAfter"';
const wantedValue = 'a price in USD with at most 6 decimals, or a time as epoch or ISO 8601';
const wantedAsset = 'an asset or symbol such as "ETH"';

const { pass, ...routeFields } = routeRequestFields;

/** Strict, as execute is: a mistyped key must not go live. */
const primitiveRoute = z
  .strictObject({ ...routeFields, toAddress: requestFields.address }, { error: wantedRoute })
  .meta({ description: 'the transfer of every run' });

const time = (wanted: string) =>
  z
    .union([z.number(), z.string().min(1, { error: wanted }).max(40, { error: wanted })], {
      error: wanted,
    })
    .meta({ description: wanted });
const live = requestFields.flag.optional().meta({
  description:
    "false when left out; a live run also needs a watcher started with PRIMITIVES_LIVE=1, and the operator's credential",
});

export const batchRequestBody = z.strictObject({
  routes: z
    .array(primitiveRoute, { error: wantedLegs })
    .min(1, { error: wantedLegs })
    .max(20, { error: wantedLegs })
    .meta({ description: wantedLegs }),
  live: requestFields.flag
    .optional()
    .meta({ description: 'kept and echoed; a batch is planned and stored, never sent' }),
  pass,
});

export const scheduleRequestBody = z.strictObject({
  route: primitiveRoute,
  everySeconds: z
    .int({ error: wantedEvery })
    .min(10, { error: wantedEvery })
    .max(31_536_000, { error: wantedEvery })
    .optional()
    .meta({ description: `${wantedEvery}; left out for one run` }),
  at: time(wantedTime)
    .optional()
    .meta({ description: `when the first run is due, now when left out: ${wantedTime}` }),
  count: z
    .int({ error: wantedCount })
    .min(1, { error: wantedCount })
    .max(1_000, { error: wantedCount })
    .optional()
    .meta({ description: `${wantedCount}; until cancelled when left out` }),
  live,
  pass,
});

const conditionWire = z.strictObject(
  {
    type: z.enum(['priceAbove', 'priceBelow', 'timeAfter'], { error: wantedType }),
    asset: z
      .string({ error: wantedAsset })
      .min(1, { error: wantedAsset })
      .max(128, { error: wantedAsset })
      .optional()
      .meta({ description: `${wantedAsset}; for price conditions` }),
    value: time(wantedValue),
  },
  { error: 'an object {type, asset, value}' },
);

export const conditionalRequestBody = z.strictObject({
  route: primitiveRoute,
  when: conditionWire,
  live,
  pass,
});

export type PrimitiveRouteWire = z.output<typeof primitiveRoute>;
export type ScheduleRequestWire = z.output<typeof scheduleRequestBody>;
export type ConditionWire = z.output<typeof conditionWire>;

const epochMs = z.int().meta({ description: 'epoch milliseconds', examples: [1_763_600_000_000] });

const route = z.object({
  fromChain: answerFields.chain,
  fromToken: answerFields.token,
  fromSymbol: answerFields.symbol,
  toChain: answerFields.chain,
  toToken: answerFields.token,
  toSymbol: answerFields.symbol,
  amount: answerFields.sourceUnits,
  toAddress: z.string(),
  ...familyFields,
});

/** What a rehearsal found, the route that a live run started, or the refusal. */
const outcome = {
  ok: z.boolean(),
  rail: z.string().optional(),
  bridge: z.string().optional(),
  estOut: answerFields.destUnits.optional(),
  minOut: answerFields.destUnits.optional(),
  fee: answerFields.sourceUnits.optional(),
  etaSeconds: z.number().optional(),
  routeId: z.string().optional(),
  track: z.string().optional(),
  errorCode: z.string().optional(),
  error: z.string().optional(),
};

const run = z.object({
  tick: z.int().min(0).meta({ description: 'its place in the record, from 0' }),
  dueAt: epochMs,
  at: epochMs,
  simulated: z.boolean(),
  ...outcome,
});

const common = {
  live: z.boolean(),
  warnings: z.array(z.string()),
  note: z.string(),
  created: epochMs,
};

const ticking = {
  ...common,
  route,
  runs: z.array(run).meta({ description: 'the newest 100, the oldest first' }),
  reason: z.string().optional().meta({ description: 'why it failed' }),
};

export const batchResponse = z
  .object({
    id: z
      .string()
      .regex(/^batch_/)
      .meta({ examples: ['batch_0123456789abcdef0123456789abcdef'] }),
    status: z.literal('planned'),
    legs: z.array(route.extend(outcome)),
    ...common,
  })
  .meta({ id: 'BatchResult' });

export const scheduleResponse = z
  .object({
    id: z
      .string()
      .regex(/^sched_/)
      .meta({ examples: ['sched_0123456789abcdef0123456789abcdef'] }),
    status: z.enum(scheduleStatuses),
    everySeconds: z.int().nullable().meta({ description: 'null for one run' }),
    count: z.int().nullable().meta({ description: 'null: until cancelled' }),
    remaining: z
      .int()
      .nullable()
      .meta({ description: 'runs still to come; null: until cancelled' }),
    nextRunAt: epochMs.nullable(),
    ...ticking,
  })
  .meta({ id: 'ScheduleResult' });

export const conditionalResponse = z
  .object({
    id: z
      .string()
      .regex(/^cond_/)
      .meta({ examples: ['cond_0123456789abcdef0123456789abcdef'] }),
    status: z.enum(conditionalStatuses),
    when: conditionWire,
    ...ticking,
  })
  .meta({ id: 'ConditionalResult' });

export const cancelledResponse = z
  .object({ id: z.string(), status: z.literal('cancelled') })
  .meta({ id: 'PrimitiveCancelled' });
