import type { PreparedOrder } from '@interline/core/transfer';
import type { QuoteRequest } from '@interline/kernel';
import { writeAddress } from '../server/present/write-address.ts';
import type { agentAnswer } from './agent-answer-schema.ts';
import { type ExecuteChoices, writeExecuteBody } from './write-execute-body.ts';
import { writeQuote } from './write-quote.ts';
import { writeSignRequest } from './write-sign-request.ts';
import type * as z from 'zod';

type AgentWire = z.input<typeof agentAnswer>;
type PaidRequest = QuoteRequest & { readonly recipient: string };

export function writeAgentAnswer(
  { quote, signRequest, minOut, warnings }: PreparedOrder,
  request: PaidRequest,
  choices: ExecuteChoices,
): AgentWire {
  return {
    status: warnings.length === 0 ? 'READY_TO_SIGN' : 'ACTION_NEEDED',
    quote: writeQuote(quote, request, minOut),
    signRequest: writeSignRequest(signRequest),
    execute: {
      ...writeExecuteBody(request, minOut, choices),
      toAddress: writeAddress(request.lane.to, request.recipient),
    },
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}
