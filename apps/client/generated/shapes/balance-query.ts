// Written by `npm run client:types` from the service's OpenAPI document.

export type BalanceQuery = {
  /** EVM chain id; the deployment's default when left out. */
  readonly chainId: string;
  /** Symbol or address; omitted means the chain's own coin. */
  readonly token: string;
  /** Address on that chain. */
  readonly address: string;
};
