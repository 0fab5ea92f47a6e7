import * as z from 'zod';
import { requestFields as field } from '../server/schemas/request-fields.ts';
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

/** Strict, as execute is: a key with a typo must not go live. */
const primitiveRoute = z
  .strictObject({ ...routeFields, toAddress: field.address }, { error: wantedRoute })
  .meta({ description: 'the transfer of every run' });

const time = (wanted: string) =>
  z
    .union([z.number(), z.string().min(1, { error: wanted }).max(40, { error: wanted })], {
      error: wanted,
    })
    .meta({ description: wanted });
const live = field.flag.optional().meta({
  description:
    "false when left out; a live run also needs a watcher started with PRIMITIVES_LIVE=1, and the operator's credential",
});

export const batchRequestBody = z.strictObject({
  routes: z
    .array(primitiveRoute, { error: wantedLegs })
    .min(1, { error: wantedLegs })
    .max(20, { error: wantedLegs })
    .meta({ description: wantedLegs }),
  live: field.flag
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

export const conditionWire = z.strictObject(
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
