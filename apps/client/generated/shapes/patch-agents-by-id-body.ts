// Written by `npm run client:types` from the service's OpenAPI document.

import type { AgentPolicyBody } from './agent-policy-body.ts';

export type patchAgentsByIdBody = {
  readonly name?: string;
  /** In the place of all of the one before. */
  readonly policy?: AgentPolicyBody;
  /** Lets a frozen agent go on. */
  readonly state?: 'active';
};
