// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorFloatRebalanceBody = {
  /** Symbol or address; "native" is the coin of the chain. */
  readonly token: string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly from: number | string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly to: number | string;
  /** Digits, the source token's smallest units. */
  readonly units: string;
  /** A whole number of basis points from 0 to 1000; the config's when left out. */
  readonly maxCostBps?: number;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
