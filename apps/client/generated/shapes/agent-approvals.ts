// Written by `npm run client:types` from the service's OpenAPI document.

import type { AgentApproval } from './agent-approval.ts';

export type AgentApprovals = {
  readonly items: readonly AgentApproval[];
  readonly next: null;
};
