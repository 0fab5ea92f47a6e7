// Written by `npm run client:types` from the service's OpenAPI document.

export type KeyCreated = {
  /** Shown this once. */
  readonly key: string;
  readonly label: string;
  /** Epoch milliseconds. */
  readonly created: number;
  /** Epoch milliseconds; null where it has no end. */
  readonly expires: number | null;
  readonly note: string;
};
