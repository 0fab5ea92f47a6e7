import { type QuoteRequest, readUnits, type TokenList, type Units } from '@interline/kernel';
import { missingField } from '../server/parse/bad-field.ts';
import type { AgentTransferWire } from './agent-request-schema.ts';
import { readTransfer } from './read-route-request.ts';

export interface AgentRequest {
  readonly request: QuoteRequest & { readonly payer: string; readonly recipient: string };
  readonly minOut: Units | null;
}

/** A sign request names who signs and who gets the money, so both must be known. */
export function readAgentRequest(wire: AgentTransferWire, tokens: TokenList): AgentRequest {
  if (wire.fromAddress === undefined)
    throw missingField('fromAddress', 'the address that will sign the permit');
  const minOut = wire.minOut === undefined ? null : readUnits(wire.minOut, 'minOut');
  const request = readTransfer(wire, tokens);
  const { payer, recipient } = request;
  if (payer === null || recipient === null)
    throw missingField('toAddress', 'the recipient on the destination chain');
  return { request: { ...request, payer, recipient }, minOut };
}
