import * as z from 'zod';
import { routeStatuses } from '@interline/core/transfer';
import { answerFields as field } from '../../server/schemas/fields.ts';

const payment = z.object({ address: z.string(), amount: field.units });

export const routeReceipt = z
  .looseObject({
    id: z
      .string()
      .regex(/^(rt|sbx)_/)
      .meta({ examples: ['rt_0123456789abcdef0123456789abcdef'] }),
    status: z
      .enum(routeStatuses)
      .meta({ description: 'BRIDGING until it is DONE or FAILED, which are final' }),
    gasless: z.boolean().meta({ description: 'the payer needed no gas' }),
    sandbox: z.boolean().meta({ description: 'played through: nothing moved' }),
    bridge: field.bridge,
    aggregator: field.offer,
    svcFee: field.units.meta({
      description:
        "the service's whole charge, gas included, in the source token's smallest units; 0 once the money goes back",
    }),
    bridged: field.units.meta({
      description:
        "the amount less svcFee, in the source token's smallest units; 0 once the money goes back",
    }),
    quoted: z
      .object({ svcFee: field.units, bridged: field.units })
      .meta({ description: 'both as they were agreed, whatever became of it' }),
    from: z.object({
      chain: field.chain,
      token: field.token,
      symbol: field.symbol,
      amount: field.sourceUnits,
      address: z.string().meta({ description: 'who pays' }),
    }),
    to: z.object({
      chain: field.chain,
      token: field.token,
      symbol: field.symbol,
      recipient: z.string(),
      estimated: field.destUnits,
      min: field.destUnits,
      delivered: field.units.nullable().meta({
        description: "what arrived, in the destination token's smallest units; null before it did",
      }),
    }),
    srcTx: field.hash,
    destTx: field.hash,
    stage: z
      .string()
      .meta({ description: 'where it is, in more detail; any text, for people and logs' }),
    elapsedSec: z
      .number()
      .min(0)
      .meta({ description: 'since it was accepted; stands still once it is over' }),
    track: z.string().meta({ description: 'where to read this again' }),
    refundTx: field.hash,
    refusals: z
      .array(field.refusal)
      .meta({ description: 'ways that were tried and left, in the order it happened' }),
    refunded: field.units.optional().meta({
      description: "what came back to the payer in all, in the source token's smallest units",
    }),
    refundHeld: z
      .object({
        reason: z.enum(['refused', 'not-now', 'operator']).meta({
          description:
            'refused: the token refuses its transfer to the payer; not-now: the relayer cannot send it at the moment; operator: an operator must look at it first',
        }),
        error: z.string(),
        owed: field.units.meta({
          description: "what the payer is owed, in the source token's smallest units",
        }),
        suggestedAction: z.string(),
      })
      .optional()
      .meta({ description: 'stage REFUND_HELD: why the refund waits, and what to do' }),
    failure: z
      .object({
        error: z.string(),
        errorCode: z.string(),
        retryable: z.boolean(),
        suggestedAction: z.string(),
      })
      .optional()
      .meta({ description: 'FAILED: why, and what to do' }),
    deposit: payment
      .optional()
      .meta({ description: 'AWAITING_DEPOSIT: what the payer is to send, and where to' }),
    fund: payment.optional().meta({ description: 'FUNDS_REQUIRED: what is missing, and where' }),
  })
  .meta({ id: 'RouteReceipt' });
