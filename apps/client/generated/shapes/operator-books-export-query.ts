// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorBooksExportQuery = {
  /** A UTC day such as 2027-01-31. */
  readonly from?: string;
  /** A UTC day such as 2027-01-31. */
  readonly to?: string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain?: number | string;
  readonly engine?: string;
  /** The "next" of the page before. */
  readonly after?: string;
  /** A number of entries from 1 to 1000. */
  readonly limit?: string;
};
