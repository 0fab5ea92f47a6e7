// Written by `npm run client:types` from the service's OpenAPI document.

export type LogConsistency = {
  /** Hashes in base64, as RFC 6962 has them. */
  readonly proof: readonly string[];
};
