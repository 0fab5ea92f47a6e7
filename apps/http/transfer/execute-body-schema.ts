import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';

/**
 * A body for /api/route/execute that lacks only `permit2`; with `fromAddress` it is one for
 * /api/agent/do too.
 */
export const executeBody = z.object({
  fromChain: field.chain,
  toChain: field.chain,
  fromToken: field.token,
  toToken: field.token,
  amount: field.sourceUnits,
  toAddress: z.string().optional(),
  mode: z.literal('permit2'),
  minOut: field.destUnits.meta({
    description: "the least that must arrive, in the destination token's smallest units",
  }),
  slippage: z.number().optional(),
  excludeRails: z.array(z.string()).optional(),
  live: z.literal(true).optional(),
});
