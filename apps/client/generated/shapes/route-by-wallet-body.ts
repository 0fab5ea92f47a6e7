// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteByWalletBody = {
  readonly message: string;
  readonly signature: string;
  /** Only of a wallet that is a contract: where it stands (ERC-1271). */
  readonly chainId?: number;
  /** Next of the previous page. */
  readonly after?: string;
  readonly limit?: number;
};
