// Written by `npm run client:types` from the service's OpenAPI document.

export type TransparencyConsistencyQuery = {
  /** A size of the log: digits. */
  readonly from: string;
  /** A size of the log: digits. */
  readonly to: string;
};
