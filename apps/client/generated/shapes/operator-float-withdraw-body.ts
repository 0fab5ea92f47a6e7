// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorFloatWithdrawBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain: number | string;
  /** Symbol or address; "native" is the coin of the chain. */
  readonly token: string;
  /** The token's smallest units; all is everything that is free. */
  readonly units: string;
  /** Address on that chain. */
  readonly to: string;
  /** The recipient may be an account of this service. */
  readonly toOwn?: boolean;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
