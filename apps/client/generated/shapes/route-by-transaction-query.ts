// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteByTransactionQuery = {
  /** Hash of a transaction. */
  readonly tx: string;
};
