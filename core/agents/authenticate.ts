import { RelayError } from '@interline/kernel';
import type { AgentKeys } from '@interline/ports';
import type { Agent } from './agent.ts';
import type { AgentStore } from './repository.ts';

/** What a request says it was signed by, and over which bytes. */
export interface SignedBytes {
  readonly keyId: string;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Whose key signed it; a frozen agent too, which may still look at itself. Throws `UNKNOWN_AGENT` and
 * `AGENT_SIGNATURE_INVALID`.
 */
export type Authenticate = (given: SignedBytes) => Promise<Agent>;

export function authenticate({
  store,
  agentKeys,
}: {
  readonly store: Pick<AgentStore, 'reads'>;
  readonly agentKeys: Pick<AgentKeys, 'isSignedBy'>;
}): Authenticate {
  return async ({ keyId, signed, signature }) => {
    const agent = await store.reads.agents.agentByKey(keyId);
    if (agent === null) throw new RelayError('UNKNOWN_AGENT', {}, 'no agent has this key');
    if (!agentKeys.isSignedBy(agent.publicKey, signed, signature))
      throw new RelayError(
        'AGENT_SIGNATURE_INVALID',
        {},
        'the signature is not of this key over this request',
      );
    return agent;
  };
}
