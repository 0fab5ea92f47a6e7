import type { Address, Memo, TxFields } from '@interline/kernel';
import type { ChannelLayout } from './sequence.ts';

/**
 * - payment, create-account: moves an asset, or lumens to an account that it creates
 * - claimable: creates a claimable balance for a recipient without a trustline
 * - trust: adds a trustline to our own account
 * - channels: creates the accounts whose sequence numbers our transactions use
 * - noop: consumes the slot and moves nothing
 */
export type StellarOperation =
  'payment' | 'create-account' | 'claimable' | 'trust' | 'channels' | 'noop';

/** What a Stellar transaction of ours signs besides its slot. */
export interface StellarTxFields extends TxFields {
  readonly operation: StellarOperation;
  /** The recipient, or our own account if nothing moves. */
  readonly to: Address;
  /** `native` or `CODE:ISSUER`. */
  readonly asset: string;
  readonly units: bigint;
  readonly memo?: Memo;
  /** The accounts that it creates; only for `channels`. */
  readonly makes?: readonly Address[];
  /** How far our clock was behind the ledger's; left out if it was not. */
  readonly clockBehindSec?: number;
  /**
   * The slot layout that it was prepared with. The signed transaction has its own sequence number.
   */
  readonly layout: ChannelLayout;
  readonly signed?: SignedFields;
}

/**
 * Fields known once it is signed. A replacement that keeps `inner` pays more for the same bytes.
 */
export interface SignedFields {
  readonly channel: number;
  readonly sequence: bigint;
  /** No ledger includes it after this time, in Unix seconds. */
  readonly maxTimeSec: number;
  /** The envelope that the fee bump wraps, in base64; null where it must be made again. */
  readonly inner: string | null;
  /** Its hash, by which Horizon finds it too, whichever account pays the fee. */
  readonly innerHash: string;
}

/** Reads back fields that this custody prepared, from the core or from the store. */
export function stellarTx(tx: TxFields): StellarTxFields {
  // CAST: no other custody gets the chain's transactions.
  return tx as StellarTxFields;
}

/** The same for signed fields. */
export function signedFields(tx: TxFields): SignedFields {
  const { signed } = stellarTx(tx);
  if (signed === undefined) throw new TypeError('the transaction was not signed here');
  return signed;
}
