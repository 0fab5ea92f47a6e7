import type { AgentSignature } from '@interline/core/agents';
import { RelayError } from '@interline/kernel';
import { createHash } from 'node:crypto';
import type { EndpointInput } from '../server/endpoint.ts';
import { readMessageSignature, skewSec } from './message-signature.ts';

type Asked = Pick<
  EndpointInput,
  'method' | 'target' | 'headers' | 'rawBody' | 'takesBody' | 'deps'
>;

/** No clock of ours is further off than this. */
const marginSec = 60;

/**
 * The agent that signed the request; null where no agent signed it. The nonce is not used up here,
 * but in the unit of the change that the request makes. Throws `AGENT_SIGNATURE_INVALID` and
 * `UNKNOWN_AGENT`.
 */
export async function readAgent(asked: Asked): Promise<AgentSignature | null> {
  const { method, target, headers, rawBody, takesBody, deps } = asked;
  const { agents } = deps.useCases;
  const given = readMessageSignature({
    method,
    target,
    headers,
    origins: agents.origins,
    body: takesBody ? rawBody : null,
    nowMs: deps.clock.now(),
  });
  if (given === null) return null;
  const { keyId, nonce, expiresSec, bases, signature } = given;
  return {
    agent: await agents.authenticate({ keyId, bases, signature }),
    keyId,
    nonce,
    nonceUntilMs: (expiresSec + skewSec + marginSec) * 1_000,
    bodyHash: createHash('sha256').update(rawBody).digest('hex'),
  };
}

/** The same for a row that only agents may call. */
export async function requireAgent(asked: Asked): Promise<AgentSignature> {
  const signed = await readAgent(asked);
  if (signed === null)
    throw new RelayError('AGENT_SIGNATURE_INVALID', {}, 'no agent has signed the request');
  return signed;
}
