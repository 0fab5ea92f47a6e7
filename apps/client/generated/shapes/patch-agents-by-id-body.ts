// Written by `npm run client:types` from the service's OpenAPI document.

import type { AgentPolicyBody } from './agent-policy-body.ts';

export type patchAgentsByIdBody = {
  readonly name?: string;
  /** Replaces the whole policy. */
  readonly policy?: AgentPolicyBody;
  /** Reactivates a frozen agent. */
  readonly state?: 'active';
};
