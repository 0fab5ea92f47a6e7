// Written by `npm run client:types` from the service's OpenAPI document.

export type Balance = {
  readonly chainId: number;
  /** Contract address, or "native". */
  readonly token: string;
  readonly symbol: string;
  readonly decimals: number;
  /** EIP-55 address. */
  readonly address: string;
  /** Smallest units, digits. */
  readonly balance: string;
};
