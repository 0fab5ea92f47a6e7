// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorFloatTargetBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain: number | string;
  /** Symbol or address; "native" is the coin of the chain. */
  readonly token: string;
  /** What the float is to hold, in the token's smallest units. */
  readonly units?: string;
  /** Goes back to the config's target. */
  readonly reset?: boolean;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
