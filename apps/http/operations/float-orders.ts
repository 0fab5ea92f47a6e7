import { asAddress, type ErrorCode, readAmount, readUnits, RelayError } from '@interline/kernel';
import * as z from 'zod';
import type { Endpoint } from '../server/endpoint.ts';
import { parseAddress, parseChain } from '../server/parse/parse-address.ts';
import { requestFields } from '../server/schemas/fields.ts';
import { orderEndpoint } from './order-endpoint.ts';

const { chain, address, flag } = requestFields;
const token = requestFields.token.meta({
  description: 'symbol or address; "native" is the coin of the chain',
});
const units = (description: string) =>
  z.unknown().meta({ type: 'string', pattern: '^(0|[1-9][0-9]{0,77})$', description });
const wantedBps = 'a whole number of basis points from 0 to 1000';

const targetFields = {
  chain,
  token,
  units: units("what the float is to hold, in the token's smallest units").optional(),
  reset: flag.meta({ description: "goes back to the config's target" }).optional(),
};

const withdrawalFields = {
  chain,
  token,
  units: z
    .unknown()
    .refine((value) => value !== undefined, { error: 'digits, or "all"' })
    .meta({
      type: 'string',
      pattern: '^(all|[1-9][0-9]{0,77})$',
      description: "the token's smallest units; all is everything that is free",
    }),
  to: address,
  toOwn: flag.meta({ description: 'the recipient may be an account of this service' }).optional(),
};

const rebalanceFields = {
  token,
  from: chain,
  to: chain,
  units: requestFields.amount,
  maxCostBps: z
    .int({ error: wantedBps })
    .min(0, { error: wantedBps })
    .max(1_000, { error: wantedBps })
    .meta({ description: `${wantedBps}; the config's when left out` })
    .optional(),
};

const wantedPull = 'the id of an unmatched pull, as the desk lists it';

const returnFields = {
  id: z
    .string({ error: wantedPull })
    .min(1, { error: wantedPull })
    .max(128, { error: wantedPull })
    .meta({ description: wantedPull }),
  undelivered: flag
    .meta({ description: 'your word that the recipient got nothing for it' })
    .optional(),
};

/** What an order that commits a transaction of the float can meet. */
const ofPayments: readonly ErrorCode[] = [
  'INSUFFICIENT_FLOAT',
  'GAS_EXHAUSTED',
  'ACCOUNT_STOPPED',
  'PAUSED',
  'SIMULATION_FAILED',
  'CHAIN_UNREACHABLE',
];

type FloatRow<Fields extends z.ZodRawShape, Input, Result> = Omit<
  Parameters<typeof orderEndpoint<Fields, Input, Result>>[0],
  'changes' | 'path'
> & { readonly path: `/operator/float/${string}` };

function floatOrder<Fields extends z.ZodRawShape, Input, Result>(
  row: FloatRow<Fields, Input, Result>,
): Endpoint {
  return orderEndpoint({ ...row, changes: 'float' });
}

/** The orders about floats, a row each. */
export const floatOrderEndpoints: readonly Endpoint[] = [
  floatOrder({
    path: '/operator/float/target',
    summary: 'changes what the float is to hold of a token, on all instances.',
    fields: targetFields,
    example: { chain: 8453, token: 'USDC', units: '500000000000', reason: 'the weekend' },
    errors: ['UNROUTABLE_LANE', 'BAD_AMOUNT'],
    order: ({ operations }) => operations.orders.floatTarget,
    parse: (body) => ({
      chain: parseChain(body.chain, 'chain'),
      token: body.token,
      units: targetUnits(body.units, body.reset === true),
    }),
  }),
  floatOrder({
    path: '/operator/float/withdraw',
    summary: 'sends free float to an address.',
    fields: withdrawalFields,
    example: {
      chain: 8453,
      token: 'USDC',
      units: '25000000',
      to: '0x1111111111111111111111111111111111111111',
      reason: 'too much on this chain',
    },
    errors: ['UNROUTABLE_LANE', 'BAD_AMOUNT', 'BURN_ADDRESS_REFUSED', ...ofPayments],
    order: ({ operations }) => operations.orders.floatWithdraw,
    parse(body, { addresses }) {
      const on = parseChain(body.chain, 'chain');
      return {
        chain: on,
        token: body.token,
        units: body.units === 'all' ? ('all' as const) : readAmount(body.units, 'units'),
        to: asAddress(parseAddress(addresses, on, body.to, 'to')),
        isToOwn: body.toOwn === true,
      };
    },
  }),
  floatOrder({
    path: '/operator/float/return',
    summary:
      'gives a payer back, once, what a pull brought whose route the store has lost; out of what is unclaimed on the account that it came to.',
    fields: returnFields,
    example: {
      id: `eip155:8453/0x${'00'.repeat(32)}/0`,
      undelivered: true,
      reason: 'the store was restored, and no chain shows a delivery',
    },
    errors: ['UNKNOWN_RECORD', ...ofPayments],
    order: ({ operations }) => operations.orders.floatReturn,
    parse: ({ id, undelivered = false }) => ({ id, isUndelivered: undelivered }),
  }),
  floatOrder({
    path: '/operator/float/rebalance',
    summary:
      'moves float to another chain over the cheapest rail within the limit, as a route; a dry run compares what each would cost.',
    fields: rebalanceFields,
    example: { token: 'USDC', from: 8453, to: 42161, units: '25000000', dryRun: true },
    errors: [
      'UNROUTABLE_LANE',
      'UNSUPPORTED_DIRECTION',
      'BAD_AMOUNT',
      'NO_ROUTE',
      'BELOW_AGREED_OUTPUT',
      'GAS_CEILING',
      'BUDGET_SPENT',
      'BOOKS_DEFICIT',
      'RATE_LIMITED',
      ...ofPayments,
    ],
    order: ({ operations }) => operations.orders.floatRebalance,
    parse: (body) => ({
      token: body.token,
      from: parseChain(body.from, 'from'),
      to: parseChain(body.to, 'to'),
      units: readAmount(body.units, 'units'),
      maxCostBps: body.maxCostBps ?? null,
    }),
  }),
];

/** Throws `BAD_REQUEST` unless exactly one of the two is there. */
function targetUnits(given: unknown, isReset: boolean) {
  if ((given === undefined) === isReset) return isReset ? null : readUnits(given, 'units');
  throw new RelayError(
    'BAD_REQUEST',
    { field: 'units' },
    'wanted either units, what the float is to hold, or reset: true',
  );
}
