// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorBooksStatementQuery = {
  /** A UTC day such as 2027-01-31. */
  readonly from?: string;
  /** A UTC day such as 2027-01-31. */
  readonly to?: string;
  /** What the rows are summed by. */
  readonly by?: 'day' | 'chain' | 'engine';
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain?: number | string;
  readonly engine?: string;
};
