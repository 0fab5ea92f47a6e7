import * as z from 'zod';
import { requestFields as field } from './request-fields.ts';
import { routeRequestFields } from './route-request.ts';

const wantedMode = '"self" or "permit2"';

const permitted = z.strictObject({ token: field.address, amount: field.amount }, { error: 'an object {token, amount}' });

const allowance = z.strictObject({
  kind: z.literal('eip2612', { error: '"eip2612"' }),
  value: field.digits,
  deadline: field.digits,
  signature: field.signature,
}, { error: 'an object {kind, value, deadline, signature}' });

export const permit2Body = z.strictObject({
  owner: field.address,
  permitted,
  nonce: field.digits,
  deadline: field.digits,
  signature: field.signature,
  spender: field.address.optional(),
  allowance: allowance.optional(),
}, { error: 'an object {owner, permitted, nonce, deadline, signature}' });

/** Strict: a key with a typo must not go live. Booleans are never coerced. */
export const executeRequestBody = z.strictObject({
  ...routeRequestFields,
  mode: z.enum(['self', 'permit2'], { error: wantedMode }).optional().meta({ description: wantedMode }),
  permit2: permit2Body.optional(),
  dryRun: field.flag.optional(),
  live: field.flag.optional(),
  allowBurnAddress: field.flag.optional(),
  minOut: field.units.optional(),
});

export type ExecuteRequestWire = z.output<typeof executeRequestBody>;
export type Permit2Wire = z.output<typeof permit2Body>;
