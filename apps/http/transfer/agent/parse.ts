import type * as z from 'zod';
import {
  type GivenFields,
  type Need,
  type UnderstandTransfer,
  writeSentence,
} from '@interline/core/assistant';
import {
  chainFamily,
  type QuoteRequest,
  readAmount,
  readUnits,
  RelayError,
  type TokenList,
  type Units,
} from '@interline/kernel';
import { missingField, parseShape } from '../../server/parse/parse-shape.ts';
import { parseChain } from '../../server/parse/parse-address.ts';
import { assertSettled, parseTransfer, type RequestSetting } from '../route-request.ts';
import { presentUnderstood } from './present.ts';
import {
  type AgentRequestWire,
  agentTransferBody,
  type AgentTransferWire,
  type understoodIntent,
} from './schemas.ts';

interface AgentRequest {
  readonly request: QuoteRequest & { readonly payer: string; readonly recipient: string };
  readonly minOut: Units | null;
}

interface DepositRequest {
  readonly request: QuoteRequest & { readonly recipient: string };
  readonly minOut: Units | null;
}

/** The same for a source whose payers sign nothing; null where they do. */
export function parseDepositRequest(
  wire: AgentTransferWire,
  setting: RequestSetting,
): DepositRequest | null {
  if (chainFamily(parseChain(wire.fromChain, 'fromChain')) !== 'bip122') return null;
  const request = parseTransfer(wire, setting);
  if (wire.toAddress === undefined) assertSettled(request);
  const { recipient } = request;
  if (wire.toAddress === undefined || recipient === null)
    throw missingField('toAddress', 'the recipient on the destination chain');
  const minOut = wire.minOut === undefined ? null : readUnits(wire.minOut, 'minOut');
  return { request: { ...request, payer: null, recipient }, minOut };
}

/** A sign request names who signs and who gets the money, so both must be known. */
export function parseAgentRequest(wire: AgentTransferWire, setting: RequestSetting): AgentRequest {
  const minOut = wire.minOut === undefined ? null : readUnits(wire.minOut, 'minOut');
  const request = parseTransfer(wire, setting);
  if (wire.toAddress === undefined || wire.fromAddress === undefined) assertSettled(request);
  if (wire.fromAddress === undefined)
    throw missingField('fromAddress', 'the address that will sign the permit');
  const { payer, recipient } = request;
  if (payer === null || recipient === null)
    throw missingField('toAddress', 'the recipient on the destination chain');
  return { request: { ...request, payer, recipient }, minOut };
}

interface IntentReading {
  readonly wire: AgentTransferWire;
  /** How the text was understood; null where the request has no text. */
  readonly understood: z.input<typeof understoodIntent> | null;
}

/**
 * An agent's request with its text, if any, turned into the fields that it means. Asks back with
 * 400 where the text is not clear.
 */
export function parseIntent(
  { intent, ...wire }: AgentRequestWire,
  understand: UnderstandTransfer,
  tokens: TokenList,
): IntentReading {
  if (intent === undefined) return { wire: parseShape(agentTransferBody, wire), understood: null };
  const reading = understand(intent, givenBy(wire));
  switch (reading.kind) {
    case 'unsupported':
      throw new RelayError('UNSUPPORTED_DIRECTION', {}, reading.reason);
    case 'unclear':
      throw askBack(reading.needs, reading.understood);
    case 'transfer': {
      const request = presentUnderstood(reading.transfer);
      return {
        wire: { ...wire, ...request, amount: request.amount },
        understood: { sentence: writeSentence(reading.transfer, tokens), request },
      };
    }
  }
}

function givenBy({
  amount,
  fromChain,
  toChain,
  token,
  fromToken = token,
  toToken = token,
  fromAddress,
  toAddress,
}: Omit<AgentRequestWire, 'intent'>): GivenFields {
  return {
    amount: amount === undefined ? undefined : readAmount(amount),
    fromChain: fromChain === undefined ? undefined : parseChain(fromChain, 'fromChain'),
    toChain: toChain === undefined ? undefined : parseChain(toChain, 'toChain'),
    fromToken,
    toToken,
    fromAddress,
    toAddress,
  };
}

function askBack(needs: readonly [Need, ...Need[]], understood: readonly string[]): RelayError {
  const [first] = needs;
  return new RelayError(
    needs.every(({ isMissing }) => isMissing) ? 'MISSING_FIELD' : 'BAD_REQUEST',
    {
      field: first.field,
      needs: needs.map(({ field }) => field),
      ...(first.candidates.length === 0 ? {} : { candidates: first.candidates }),
      understood,
    },
    `the intent is not clear: ${needs.map(({ question }) => question).join('; ')}`,
  );
}
