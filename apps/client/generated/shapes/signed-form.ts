// Written by `npm run client:types` from the service's OpenAPI document.

export type SignedForm = {
  readonly hash: string;
  /** Per gas, in the smallest units of the chain's coin. */
  readonly maxFeeRate: string;
  /** Per gas, in the smallest units of the chain's coin. */
  readonly tip: string;
  /** None: a no-op. */
  readonly movements: readonly string[];
  /** Epoch milliseconds. */
  readonly committed: number;
};
