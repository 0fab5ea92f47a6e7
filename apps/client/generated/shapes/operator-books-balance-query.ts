// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorBooksBalanceQuery = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain?: number | string;
};
