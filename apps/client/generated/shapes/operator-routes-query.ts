// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorRoutesQuery = {
  /** A route's id, a hash of a transaction, or an address; all open routes where left out. */
  readonly q?: string;
};
