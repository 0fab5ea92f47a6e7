import * as z from 'zod';
import { requestFields as field } from '../server/schemas/request-fields.ts';
import { routeRequestFields } from './route-request-schema.ts';

const wantedIntent =
  'a text of 1 to 500 characters such as "move 5 USDC from Base to Arbitrum to 0x..."';

const floor = { minOut: field.minOut.optional() };

/**
 * RouteRequest with a floor. Unknown keys are ignored, so that an execute body is a valid agent
 * body too.
 */
export const agentTransferBody = z.object({ ...routeRequestFields, ...floor });

/**
 * The same said in words: fields beside the text answer what it leaves open and may not contradict
 * it.
 */
export const agentRequestBody = z
  .object({
    ...routeRequestFields,
    ...floor,
    fromChain: field.chain.optional(),
    toChain: field.chain.optional(),
    amount: field.amount.optional(),
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
