import { type ExecuteRequest, isLive } from '@interline/core/transfer';
import { asAddress } from '@interline/kernel';
import type { Mandated } from '../mandates/under-mandate.ts';
import type { EndpointInput } from '../server/endpoint.ts';
import { badField } from '../server/parse/parse-shape.ts';
import type { SignedByAgent } from './read-agent.ts';

/**
 * The request, with what the accepting unit must hold it to, once the agent's policy allows it. It still
 * needs the wallet's own signature: an agent's signature only narrows what the wallet has signed.
 */
export async function withinPolicy(
  { deps, signal }: Pick<EndpointInput, 'deps' | 'signal'>,
  signed: SignedByAgent,
  request: ExecuteRequest,
  mandated: Pick<Mandated, 'requestHash'> | null,
): Promise<ExecuteRequest> {
  const { quote, mode, permit, minOut, sandbox, idempotency } = request;
  if (mode !== 'permit2')
    throw badField(
      'mode',
      'an agent may only send what its wallet has signed: set mode to "permit2"',
    );
  const payer = permit?.owner ?? quote.payer;
  const word = await deps.useCases.agents.admitRoute(
    signed,
    {
      payer: payer === null ? null : { chain: quote.lane.from, payer: asAddress(payer) },
      order: quote,
      minOut,
      bodyHash: signed.bodyHash,
      requestHash: mandated?.requestHash ?? signed.bodyHash,
      idempotency,
      isRehearsal: sandbox !== null || !isLive(request),
    },
    signal,
  );
  return { ...request, agent: word };
}
