/** A token of a running chain; `address` is null for the chain's coin. */
export interface Asset {
  readonly chainId: number;
  readonly address: string | null;
  readonly symbol: string;
  readonly decimals: number;
  readonly priceMicroUsd: bigint;
}

/** A transfer as requested; a token is an address, or null for the chain's coin. */
export interface Ask {
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string | null;
  readonly toToken: string | null;
  readonly units: bigint;
  readonly depositor: string;
  readonly recipient: string;
  /** Null means the depositor: the engine has no such field, or the request leaves it out. */
  readonly refundTo: string | null;
  /** How the minimum output is given; `exact` where the engine promises the quoted output. */
  readonly least: { readonly slippagePpm: bigint } | { readonly units: bigint } | 'exact';
}

/** An ask with the price that the framework gives it. */
export interface Offer {
  /** 32 bytes in hex, new with each quote: the engine's own id for the order, or its source. */
  readonly id: string;
  /** The same bytes, unchanged by the engine's id format. */
  readonly nonce: string;
  /** The order as the engine's own contracts know it; null if its transfers are plain payments. */
  readonly contract: ContractOrder | null;
  readonly ask: Ask;
  readonly from: Asset;
  readonly to: Asset;
  readonly output: bigint;
  readonly minOutput: bigint;
  /** In the source token, already subtracted from the output. */
  readonly feeUnits: bigint;
  /** The engine's flat fee in the source chain's coin, added to the call's value. */
  readonly feeWei: bigint;
  readonly durationSec: number;
  readonly quotedAtMs: number;
  /** Lies in the past under the fault `expired-quote`. */
  readonly expiresAtMs: number;
  /** The devnet's bridge on the source chain: target of the call, and the spender to approve. */
  readonly bridge: string;
  /** Set for plain transfers only. */
  readonly depositAddress: string | null;
  /**
   * The values that calldata and body must contain; they are wrong under `wrong-recipient`,
   * `wrong-token` and, for transfers, `wrong-target`.
   */
  readonly said: {
    readonly recipient: string;
    readonly token: string | null;
    readonly depositAddress: string | null;
  };
}

/**
 * An order that contracts on both chains keep, and that is filled or cancelled by calls of them.
 */
export interface ContractOrder {
  readonly id: string;
  /** Pays the recipient, as calldata for the bridge of the destination, for units of the asset. */
  readonly fill: string;
  readonly takeUnits: bigint;
  /** Gives back what was given, as calldata for the bridge of the source. */
  readonly giveBack: string;
}

/** An offer with calldata or a deposit address, and its state. */
export interface Order {
  readonly offer: Offer;
  readonly state: OrderState;
  /** When its deposit was seen; null before. */
  readonly depositedAtMs: number | null;
}

export type OrderState =
  | { readonly stage: 'quoted' }
  /** `stuck` lasts until its fault is cleared; the order is then filled. */
  | { readonly stage: 'seen' | 'filling' | 'refunding' | 'stuck'; readonly srcTx: string }
  | {
      readonly stage: 'filled';
      readonly srcTx: string;
      readonly dstTx: string;
      readonly paid: Payment;
      readonly atMs: number;
    }
  | {
      readonly stage: 'refunded';
      readonly srcTx: string;
      readonly refundTx: string;
      readonly atMs: number;
    };

/** What the engine reports as paid; `partial` means another token than promised. */
export interface Payment {
  readonly asset: Asset;
  readonly units: bigint;
  readonly partial: boolean;
}

/** Looks up one engine's orders; hashes and ids match in any case of their hex digits. */
export interface OrderBook {
  byId(id: string): Order | undefined;
  /** A deposit is known once the engine has seen it on chain, some 50 ms after it is mined. */
  bySourceTx(txHash: string): Order | undefined;
  byDepositAddress(address: string): Order | undefined;
}

/** Value handed over on a source chain; `key` is the calldata's hash, or the deposit address. */
export interface Deposit {
  readonly chainId: number;
  readonly key: string;
  readonly txHash: string;
  /** Null for the chain's coin. */
  readonly token: string | null;
  readonly units: bigint;
  readonly depositor: string;
}
