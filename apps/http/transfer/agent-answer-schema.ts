import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';
import { executeBody } from './execute-body-schema.ts';
import { quoteAnswer } from './quote-schema.ts';
import { understoodIntent } from './understood-intent-schema.ts';

const typedData = z.object({
  domain: z.object({
    name: z.string(),
    version: z.string().optional(),
    chainId: z.int(),
    verifyingContract: field.evmAddress,
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))).meta({
    description:
      "all of them, EIP712Domain included; ethers' signTypedData wants that one left out",
  }),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

const signRequest = z.object({
  mode: z.literal('permit2'),
  chainId: z.int(),
  spender: field.evmAddress,
  permit2: field.evmAddress,
  tokenAddress: field.evmAddress,
  amount: field.sourceUnits,
  nonce: field.units.meta({ description: "an unused one of the payer's, digits", examples: ['7'] }),
  deadline: field.units.meta({ description: 'epoch seconds, digits', examples: ['1763601800'] }),
  eip712: typedData.meta({
    description: "the whole of it is what eth_signTypedData_v4 takes, with the payer's key",
  }),
  allowance: z
    .object({ kind: z.literal('eip2612'), eip712: typedData })
    .optional()
    .meta({ description: 'to be signed too, where Permit2 has no allowance yet' }),
});

export const agentAnswer = z
  .object({
    status: z.enum(['READY_TO_SIGN', 'ACTION_NEEDED']).meta({
      description:
        'ACTION_NEEDED comes with warnings: what the payer must see to before the execute body works',
    }),
    quote: quoteAnswer,
    signRequest,
    execute: executeBody.required({ toAddress: true }),
    warnings: z.array(z.string()).min(1).optional(),
    understood: understoodIntent.optional(),
  })
  .meta({ id: 'AgentAnswer' });
