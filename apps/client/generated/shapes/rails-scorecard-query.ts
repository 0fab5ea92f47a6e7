// Written by `npm run client:types` from the service's OpenAPI document.

export type RailsScorecardQuery = {
  /** One rail; all when left out. */
  readonly rail?: string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly fromChain?: number | string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly toChain?: number | string;
};
