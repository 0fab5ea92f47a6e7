// Written by `npm run client:types` from the service's OpenAPI document.

export type BatchResult = {
  readonly id: string;
  readonly status: 'planned';
  readonly legs: readonly ({
    /** EVM chain id, or a node's name. */
    readonly fromChain: number | string;
    /** Contract address, or "native". */
    readonly fromToken: string;
    readonly fromSymbol: string;
    /** EVM chain id, or a node's name. */
    readonly toChain: number | string;
    /** Contract address, or "native". */
    readonly toToken: string;
    readonly toSymbol: string;
    /** In the source token's smallest units, digits. */
    readonly amount: string;
    readonly toAddress: string;
    readonly ok: boolean;
    readonly rail?: string;
    readonly bridge?: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut?: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut?: string;
    /** In the source token's smallest units, digits. */
    readonly fee?: string;
    readonly etaSeconds?: number;
    readonly routeId?: string;
    readonly track?: string;
    readonly errorCode?: string;
    readonly error?: string;
  })[];
  readonly live: boolean;
  readonly warnings: readonly string[];
  readonly note: string;
  /** Epoch milliseconds. */
  readonly created: number;
};
