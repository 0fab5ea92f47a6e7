// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentsByIdApprovalsByAidBody = {
  readonly decision: 'approve' | 'deny';
};
