import * as z from 'zod';
import { requestFields as field } from '../server/schemas/request-fields.ts';
import { routeRequestFields } from './route-request-schema.ts';

const wantedMode = '"self" or "permit2"';

const permitted = z.strictObject(
  {
    token: field.address.meta({ description: 'as signRequest.tokenAddress' }),
    amount: field.amount.meta({ description: 'as in signRequest' }),
  },
  { error: 'an object {token, amount}' },
);

const allowance = z.strictObject(
  {
    kind: z.literal('eip2612', { error: '"eip2612"' }),
    value: field.digits.meta({ description: 'as in signRequest.allowance.eip712.message' }),
    deadline: field.digits.meta({ description: 'as in signRequest.allowance.eip712.message' }),
    signature: field.signature.meta({ description: 'of signRequest.allowance.eip712' }),
  },
  { error: 'an object {kind, value, deadline, signature}' },
);

const permit2Body = z.strictObject(
  {
    owner: field.address.meta({ description: 'the payer, who signed' }),
    permitted,
    nonce: field.digits.meta({ description: 'as in signRequest' }),
    deadline: field.digits.meta({ description: 'as in signRequest: epoch seconds' }),
    signature: field.signature.meta({
      description: 'of signRequest.eip712, 65 bytes; more from a contract wallet (EIP-1271)',
    }),
    spender: field.address
      .meta({ description: 'as in signRequest, where it is sent at all' })
      .optional(),
    allowance: allowance.optional(),
  },
  { error: 'an object {owner, permitted, nonce, deadline, signature}' },
);

/** Strict: a key with a typo must not go live. Booleans are never coerced. */
export const executeRequestBody = z.strictObject({
  ...routeRequestFields,
  mode: z
    .enum(['self', 'permit2'], { error: wantedMode })
    .optional()
    .meta({
      description: `${wantedMode}: who pays, the operator (when left out) or whoever signed the permit`,
    }),
  permit2: permit2Body.optional(),
  dryRun: field.flag
    .optional()
    .meta({ description: 'true: answers what it would do, and does nothing' }),
  live: field.flag
    .optional()
    .meta({ description: 'false: as dryRun; true: broadcasts on opt-in rails too' }),
  allowBurnAddress: field.flag
    .optional()
    .meta({ description: 'true: the recipient may be an address nobody has the key of' }),
  minOut: field.minOut.optional(),
});

export type ExecuteRequestWire = z.output<typeof executeRequestBody>;
export type Permit2Wire = z.output<typeof permit2Body>;
