import { chainToWire, type QuoteRequest } from '@interline/domain';
import type { PreparedIntent } from '@interline/usecases';
import type * as z from 'zod';
import type { agentAnswer } from '../wire/agent-answer.ts';
import { writeAddress, writeTokenAddress } from './write-address.ts';
import { writeQuote } from './write-quote.ts';
import { writeSignRequest } from './write-sign-request.ts';

type AgentWire = z.input<typeof agentAnswer>;
type PaidRequest = QuoteRequest & { readonly recipient: string };

/** What the caller chose beyond the domain's request, repeated in the execute body so that it prices alike. */
export interface AgentChoices {
  readonly slippage: number | undefined;
  readonly excludeRails: readonly string[] | undefined;
  /** The best way broadcasts only with `live: true`. */
  readonly isOptIn: boolean;
}

export function writeAgentAnswer(intent: PreparedIntent, request: PaidRequest, choices: AgentChoices): AgentWire {
  const { quote, signRequest, minOut, warnings } = intent;
  return {
    status: warnings.length === 0 ? 'READY_TO_SIGN' : 'ACTION_NEEDED',
    quote: writeQuote(quote, request, minOut),
    signRequest: writeSignRequest(signRequest),
    execute: writeExecuteBody(intent, request, choices),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}

/** Ready to post once `permit2` is added. */
function writeExecuteBody({ minOut }: PreparedIntent, request: PaidRequest, { slippage, excludeRails, isOptIn }: AgentChoices): AgentWire['execute'] {
  const { lane, from, to, amount, recipient } = request;
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    fromToken: writeTokenAddress(from),
    toToken: writeTokenAddress(to),
    amount: amount.toString(),
    toAddress: writeAddress(lane.to, recipient),
    mode: 'permit2',
    minOut: minOut.toString(),
    ...(slippage === undefined ? {} : { slippage }),
    ...(excludeRails === undefined ? {} : { excludeRails: [...excludeRails] }),
    ...(isOptIn ? { live: true } : {}),
  };
}
