import type { Asset } from './asset.ts';
import type { Offer } from './stand-in.ts';

/** An offer that was made with a way to deposit, and what became of it. */
export interface Order {
  readonly offer: Offer;
  readonly state: OrderState;
  /** When its deposit was seen; null before. */
  readonly depositedAtMs: number | null;
}

export type OrderState =
  | { readonly stage: 'quoted' }
  /** `stuck` waits for its fault to be taken away, and is then filled. */
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

/** What the engine says it paid; `partial` means another token than promised. */
export interface Payment {
  readonly asset: Asset;
  readonly units: bigint;
  readonly partial: boolean;
}

/**
 * What one engine knows of its orders; hashes and ids are found in any case of their hex digits.
 */
export interface OrderBook {
  byId(id: string): Order | undefined;
  /** A deposit is known once the engine has seen it on chain, some 50 ms after it is mined. */
  bySourceTx(txHash: string): Order | undefined;
  byDepositAddress(address: string): Order | undefined;
}
