import { PriceMoved } from '@interline/core/transfer';
import type { QuoteRequest } from '@interline/kernel';
import { SignAgain } from '../../server/present/sign-again.ts';
import { presentAgentAnswer } from '../agent/present.ts';
import type { ExecuteChoices } from './present.ts';

type Choices = Omit<ExecuteChoices, 'isOptIn'> & { readonly isOptIn: (engine: string) => boolean };

/** The error as it goes on the wire: one whose price moved brings its new sign request. */
export function withSignRequest(
  error: unknown,
  request: QuoteRequest & { readonly recipient: string },
  { isOptIn, ...choices }: Choices,
): unknown {
  if (!(error instanceof PriceMoved) || error.renewed === null) return error;
  const { renewed } = error;
  const { rail } = renewed.quote.best;
  return new SignAgain(
    error,
    presentAgentAnswer(renewed, request, { ...choices, isOptIn: isOptIn(rail) }),
  );
}
