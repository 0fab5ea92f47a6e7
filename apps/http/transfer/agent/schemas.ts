import * as z from 'zod';
import { answerFields, requestFields } from '../../server/schemas/fields.ts';
import { executeBody } from '../execute/schemas.ts';
import { quoteAnswer } from '../quote/schemas.ts';
import { routeRequestFields } from '../route-request.ts';

const wantedIntent =
  'a text of 1 to 500 characters such as "move 5 USDC from Base to Arbitrum to 0x..."';

const floor = { minOut: requestFields.minOut.optional() };

/**
 * RouteRequest with a floor. Unknown keys are ignored, so that an execute body is a valid agent
 * body too.
 */
export const agentTransferBody = z.object({ ...routeRequestFields, ...floor });

/**
 * The same in words: fields in addition to the text supply what it leaves open and may not
 * contradict it.
 */
export const agentRequestBody = z
  .object({
    ...routeRequestFields,
    ...floor,
    fromChain: requestFields.chain.optional(),
    toChain: requestFields.chain.optional(),
    amount: requestFields.amount.optional(),
    intent: z
      .string({ error: wantedIntent })
      .min(1, { error: wantedIntent })
      .max(500, { error: wantedIntent })
      .meta({ description: wantedIntent })
      .optional(),
  })
  .meta({ anyOf: [{ required: ['intent'] }, { required: ['fromChain', 'toChain', 'amount'] }] });

export type AgentRequestWire = z.output<typeof agentRequestBody>;
export type AgentTransferWire = z.output<typeof agentTransferBody>;

/**
 * What an intent's text means: a body for /api/agent/do. It has no `live` and no `mode`: no text
 * can set them.
 */
export const understoodRequest = z
  .object({
    fromChain: answerFields.chain,
    toChain: answerFields.chain,
    fromToken: answerFields.token,
    toToken: answerFields.token,
    amount: answerFields.sourceUnits,
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

export const typedData = z.object({
  domain: z.object({
    name: z.string(),
    version: z.string().optional(),
    chainId: z.int(),
    verifyingContract: answerFields.evmAddress,
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))).meta({
    description:
      "all of them, EIP712Domain included; ethers' signTypedData wants that one left out",
  }),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

export const signRequest = z
  .object({
    mode: z.literal('permit2'),
    chainId: z.int(),
    spender: answerFields.evmAddress,
    permit2: answerFields.evmAddress,
    tokenAddress: answerFields.evmAddress,
    amount: answerFields.sourceUnits,
    nonce: answerFields.units.meta({
      description: "an unused one of the payer's, digits",
      examples: ['7'],
    }),
    deadline: answerFields.units.meta({
      description: 'epoch seconds, digits',
      examples: ['1763601800'],
    }),
    eip712: typedData.meta({
      description: "the whole of it is what eth_signTypedData_v4 takes, with the payer's key",
    }),
    allowance: z
      .object({ kind: z.literal('eip2612'), eip712: typedData })
      .optional()
      .meta({ description: 'to be signed too, where Permit2 has no allowance yet' }),
  })
  .meta({ id: 'SignRequest' });

export const agentAnswer = z
  .object({
    status: z.enum(['READY_TO_SIGN', 'ACTION_NEEDED', 'DEPOSIT']).meta({
      description:
        'DEPOSIT: there is nothing to sign; post the execute body, and pay to the address that it answers with. ACTION_NEEDED comes with warnings: what the payer must see to before the execute body works',
    }),
    quote: quoteAnswer,
    signRequest: signRequest.nullable().meta({ description: 'null where nothing is signed' }),
    execute: executeBody.required({ toAddress: true }),
    warnings: z.array(z.string()).min(1).optional(),
    understood: understoodIntent.optional(),
  })
  .meta({ id: 'AgentAnswer' });
