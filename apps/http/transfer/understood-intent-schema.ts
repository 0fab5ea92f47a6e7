import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';

/**
 * What an intent's text came to: a body for /api/agent/do. It has no `live` and no `mode`: no text
 * can set them.
 */
export const understoodRequest = z
  .object({
    fromChain: field.chain,
    toChain: field.chain,
    fromToken: field.token,
    toToken: field.token,
    amount: field.sourceUnits,
    fromAddress: z.string().optional(),
    toAddress: z.string().optional(),
  })
  .meta({ id: 'UnderstoodRequest' });

export const understoodIntent = z
  .object({
    sentence: z.string().meta({
      description: 'the transfer in the plainest words that mean it',
      examples: ['move 5 USDC from Base as USDC on Arbitrum One'],
    }),
    request: understoodRequest,
  })
  .meta({ id: 'UnderstoodIntent' });
