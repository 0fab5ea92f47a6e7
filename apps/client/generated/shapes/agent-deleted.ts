// Written by `npm run client:types` from the service's OpenAPI document.

export type AgentDeleted = {
  readonly deleted: true;
};
