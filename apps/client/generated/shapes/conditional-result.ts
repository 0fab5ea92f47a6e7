// Written by `npm run client:types` from the service's OpenAPI document.

export type ConditionalResult = {
  readonly id: string;
  readonly status: 'armed' | 'fired' | 'cancelled' | 'failed';
  readonly when: {
    readonly type: 'priceAbove' | 'priceBelow' | 'timeAfter';
    /** An asset or symbol such as "ETH"; for price conditions. */
    readonly asset?: string;
    /** A price in USD with at most 6 decimals, or a time as epoch or ISO 8601. */
    readonly value: number | string;
  };
  readonly live: boolean;
  readonly warnings: readonly string[];
  readonly note: string;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly route: {
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
    /** From bitcoin only: where a deposit that cannot be delivered goes back to; never taken from fromAddress. */
    readonly refundAddress?: string;
    /** To stellar only: stands beside the payment, as the recipient asks for it. */
    readonly memo?: {
      readonly type: 'text' | 'id' | 'hash' | 'return';
      /** A string: text of at most 28 bytes, an id in decimal digits, or 32 bytes in hex or base64. */
      readonly value: string;
    };
    /** To stellar only: true pays a balance to claim, where the recipient holds no trustline. */
    readonly claimable?: boolean;
  };
  /** The newest 100, the oldest first. */
  readonly runs: readonly {
    /** Its place in the record, from 0. */
    readonly tick: number;
    /** Epoch milliseconds. */
    readonly dueAt: number;
    /** Epoch milliseconds. */
    readonly at: number;
    readonly simulated: boolean;
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
  }[];
  /** Why it failed. */
  readonly reason?: string;
};
