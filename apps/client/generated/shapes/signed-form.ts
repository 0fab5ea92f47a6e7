// Written by `npm run client:types` from the service's OpenAPI document.

export type SignedForm = {
  readonly hash: string;
  /** Wei per gas. */
  readonly maxFeeWei: string;
  /** Wei per gas. */
  readonly tipWei: string;
  /** None: a no-op. */
  readonly movements: readonly string[];
  /** Epoch milliseconds. */
  readonly committed: number;
};
