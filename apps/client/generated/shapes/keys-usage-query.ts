// Written by `npm run client:types` from the service's OpenAPI document.

export type KeysUsageQuery = {
  /** The key, where the header x-svc-key does not hold it. */
  readonly key?: string;
};
