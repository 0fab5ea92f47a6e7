import { PriceMoved } from '@interline/core/transfer';
import type { QuoteRequest } from '@interline/kernel';
import { SignAgain } from '../../server/present/sign-again.ts';
import { type AgentChoices, presentAgentAnswer } from '../agent/present.ts';

/** The error as it goes on the wire: one whose price moved brings its new sign request. */
export function withSignRequest(
  error: unknown,
  request: QuoteRequest & { readonly recipient: string },
  choices: AgentChoices,
): unknown {
  if (!(error instanceof PriceMoved) || error.renewed === null) return error;
  return new SignAgain(error, presentAgentAnswer(error.renewed, request, choices));
}
