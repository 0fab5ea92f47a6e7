// Written by `npm run client:types` from the service's OpenAPI document.

export type UnderstoodRequest = {
  /** EVM chain id, or a node's name. */
  readonly fromChain: number | string;
  /** EVM chain id, or a node's name. */
  readonly toChain: number | string;
  /** Contract address, or "native". */
  readonly fromToken: string;
  /** Contract address, or "native". */
  readonly toToken: string;
  /** In the source token's smallest units, digits. */
  readonly amount: string;
  readonly fromAddress?: string;
  readonly toAddress?: string;
};
