import * as z from 'zod';
import { mandateField } from '../../mandates/mandate-field.ts';
import { answerFields, requestFields } from '../../server/schemas/fields.ts';
import { familyFields } from '../family-fields.ts';
import { needsLive } from '../quote/schemas.ts';
import { routeRequestFields } from '../route-request.ts';
import { routeReceipt } from '../status/schemas.ts';

const wantedMode = '"self" or "permit2"';

const permitted = z.strictObject(
  {
    token: requestFields.address.meta({ description: 'as signRequest.tokenAddress' }),
    amount: requestFields.amount.meta({ description: 'as in signRequest' }),
  },
  { error: 'an object {token, amount}' },
);

const allowance = z.strictObject(
  {
    kind: z.literal('eip2612', { error: '"eip2612"' }),
    value: requestFields.digits.meta({ description: 'as in signRequest.allowance.eip712.message' }),
    deadline: requestFields.digits.meta({
      description: 'as in signRequest.allowance.eip712.message',
    }),
    signature: requestFields.signature.meta({ description: 'of signRequest.allowance.eip712' }),
  },
  { error: 'an object {kind, value, deadline, signature}' },
);

const permit2Body = z.strictObject(
  {
    owner: requestFields.address.meta({ description: 'the payer, who signed' }),
    permitted,
    nonce: requestFields.digits.meta({ description: 'as in signRequest' }),
    deadline: requestFields.digits.meta({ description: 'as in signRequest: epoch seconds' }),
    signature: requestFields.signature.meta({
      description: 'of signRequest.eip712, 65 bytes; more from a contract wallet (EIP-1271)',
    }),
    spender: requestFields.address
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
      description: `${wantedMode}: who pays, the operator (when left out) or the signer of the permit; from bitcoin left out, the caller pays to an address that execute answers with`,
    }),
  permit2: permit2Body.optional(),
  mandate: mandateField.optional(),
  dryRun: requestFields.flag
    .optional()
    .meta({ description: 'true: answers what it would do, and does nothing' }),
  live: requestFields.flag
    .optional()
    .meta({ description: 'false: as dryRun; true: broadcasts on opt-in rails too' }),
  allowBurnAddress: requestFields.flag
    .optional()
    .meta({ description: 'true: the recipient may be an address without a known key' }),
  minOut: requestFields.minOut.optional(),
});

export type ExecuteRequestWire = z.output<typeof executeRequestBody>;
export type Permit2Wire = z.output<typeof permit2Body>;

export const rankedRail = z.object({
  rail: answerFields.offer,
  bridge: answerFields.bridge,
  estOut: answerFields.destUnits,
  minOut: answerFields.destUnits,
  fee: answerFields.sourceUnits,
  etaSeconds: z.number(),
  needsLive,
});

/** What a rehearsal answers: `wouldSend` is the offer that a request with `live: true` would take first. */
export const dryRun = z
  .object({
    status: z.literal('DRY'),
    broadcast: z.literal(false),
    wouldSend: z
      .object({
        rail: answerFields.offer,
        bridge: answerFields.bridge,
        mode: z.enum(['self', 'permit2', 'deposit']),
        from: z.object({
          chain: answerFields.chain,
          token: answerFields.token,
          symbol: answerFields.symbol,
          amount: answerFields.sourceUnits,
        }),
        to: z.object({
          chain: answerFields.chain,
          token: answerFields.token,
          symbol: answerFields.symbol,
          recipient: z.string(),
          estimated: answerFields.destUnits,
          min: answerFields.destUnits,
        }),
        svcFee: answerFields.sourceUnits,
        needsLive,
      })
      .nullable(),
    rankedRails: z.array(rankedRail),
    refusals: z.array(answerFields.refusal),
    note: z.string(),
  })
  .meta({ id: 'DryRun' });

const startedRoute = routeReceipt.extend({
  mandateReceipt: z.string().optional().meta({
    description:
      'under a mandate: the verdict that it was accepted, signed; how it ended is in GET /api/mandates/{id}/receipts',
  }),
  refundClaim: z.string().optional().meta({
    description:
      'a secret, told this once: with it POST /api/route/refund-address names where a deposit goes back to',
  }),
});

export const executeAnswer = z.union([startedRoute, dryRun]);

/**
 * A body for /api/route/execute that lacks only `permit2`; with `fromAddress` it is one for
 * /api/agent/do too.
 */
export const executeBody = z.object({
  fromChain: answerFields.chain,
  toChain: answerFields.chain,
  fromToken: answerFields.token,
  toToken: answerFields.token,
  amount: answerFields.sourceUnits,
  toAddress: z.string().optional(),
  ...familyFields,
  mode: z.literal('permit2').optional().meta({ description: 'left out from bitcoin' }),
  minOut: answerFields.destUnits.meta({
    description: "the least that must arrive, in the destination token's smallest units",
  }),
  slippage: z.number().optional(),
  excludeRails: z.array(z.string()).optional(),
  live: z.literal(true).optional(),
});
