import type { EvmAddress } from '@interline/kernel';
import type { AgentSignature } from '../agents/index.ts';
import type { KeyedRequest } from '../idempotency/index.ts';
import type { ExecuteRequest } from '../transfer/index.ts';
import type { PresentingAgent } from './read-presentation.ts';

/** A request that an agent signed, with the presentation of a mandate in it. */
export interface PresentedRequest {
  readonly presentation: string;
  readonly signed: AgentSignature;
  /** The transfer's whole body, as the client sent it: the closed mandate names its hash. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotency: KeyedRequest | null;
  /** The transfer that the body requests, out of that wallet, without a permit yet. Throws where the body is at fault. */
  readonly transferFrom: (payer: EvmAddress) => ExecuteRequest;
}

export function presenterOf({ keyId, agent }: AgentSignature): PresentingAgent {
  return { keyId, account: agent.account };
}
