// Written by `npm run client:types` from the service's OpenAPI document.

export type LogInclusion = {
  readonly index: number;
  /** Of the tree of the newest checkpoint. */
  readonly size: number;
  /** Hashes in base64, as RFC 6962 has them. */
  readonly proof: readonly string[];
};
