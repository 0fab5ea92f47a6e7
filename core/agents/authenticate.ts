import { RelayError } from '@interline/kernel';
import type { AgentKeys } from '@interline/ports';
import type { Agent } from './agent.ts';
import type { AgentStore } from './repository.ts';

/** The signature of a request, the key it claims, and the texts that may have been signed. */
export interface SignedBytes {
  readonly keyId: string;
  readonly bases: readonly Uint8Array[];
  readonly signature: Uint8Array;
}

/**
 * The agent whose key signed it, a frozen one included: it may still read its own record. Throws
 * `UNKNOWN_AGENT` and `AGENT_SIGNATURE_INVALID`.
 */
export type Authenticate = (given: SignedBytes) => Promise<Agent>;

export function authenticate({
  store,
  agentKeys,
}: {
  readonly store: Pick<AgentStore, 'reads'>;
  readonly agentKeys: Pick<AgentKeys, 'isSignedBy'>;
}): Authenticate {
  return async ({ keyId, bases, signature }) => {
    const agent = await store.reads.agents.agentByKey(keyId);
    if (agent === null) throw new RelayError('UNKNOWN_AGENT', {}, 'no agent has this key');
    if (!bases.some((base) => agentKeys.isSignedBy(agent.publicKey, base, signature)))
      throw new RelayError(
        'AGENT_SIGNATURE_INVALID',
        {},
        'the signature is not of this key over this request',
      );
    return agent;
  };
}
