// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorLogsBeginBody = {
  /** Lane-keys: of the private lane; messages: of rows that are anchored; receipts: of routes that ended. */
  readonly log: 'lane-keys' | 'messages' | 'receipts';
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
