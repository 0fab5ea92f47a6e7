// Written by `npm run client:types` from the service's OpenAPI document.

export type GaslessInfoQuery = {
  /** EVM chain id; the deployment's default when left out. */
  readonly chainId?: string;
};
