// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorPauseBody = {
  /** Service, chain:8453, token:8453/USDC (or its address), lane:8453-42161, rail:floatlane or engine:lifi. */
  readonly scope: string;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
