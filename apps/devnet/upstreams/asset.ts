/** A token of a running chain; `address` is null for the chain's coin. */
export interface Asset {
  readonly chainId: number;
  readonly address: string | null;
  readonly symbol: string;
  readonly decimals: number;
  readonly priceMicroUsd: bigint;
}
