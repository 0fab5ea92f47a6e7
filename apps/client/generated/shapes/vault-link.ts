// Written by `npm run client:types` from the service's OpenAPI document.

export type VaultLink = {
  readonly vault: string;
  readonly hot: string;
  /** The chain of a vault that is a contract; null for a key. */
  readonly onlyOn: number | string | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
