import type { Address, Memo, TxFields } from '@interline/kernel';
import type { ChannelLayout } from './sequence.ts';

/**
 * - payment, create-account: moves an asset, or lumens to an account that is made by it
 * - claimable: sets an asset aside for a recipient without a trustline
 * - trust: our account's own trustline to an asset
 * - channels: makes the accounts whose sequence numbers our transactions take
 * - noop: consumes the slot and moves nothing
 */
export type StellarOperation =
  'payment' | 'create-account' | 'claimable' | 'trust' | 'channels' | 'noop';

/** What a Stellar transaction of ours signs besides its slot. */
export interface StellarTxFields extends TxFields {
  readonly operation: StellarOperation;
  /** The recipient; our own account where nothing is moved. */
  readonly to: Address;
  /** `native` or `CODE:ISSUER`. */
  readonly asset: string;
  readonly units: bigint;
  readonly memo?: Memo;
  /** The accounts that it makes: for `channels` only. */
  readonly makes?: readonly Address[];
  /** How far our clock was behind the ledger's; left out where it was not. */
  readonly clockBehindSec?: number;
  /** Which sequence number a slot is; what is signed has its own. */
  readonly layout: ChannelLayout;
  readonly signed?: SignedFields;
}

/** What is known once it is signed; a replacement that keeps `inner` pays more for the same bytes. */
export interface SignedFields {
  readonly channel: number;
  readonly sequence: bigint;
  /** Unix seconds after which no ledger includes it. */
  readonly maxTimeSec: number;
  /** The envelope that the fee bump wraps, in base64; null where it must be made again. */
  readonly inner: string | null;
  /** Its hash, by which Horizon finds it too, whichever account pays the fee. */
  readonly innerHash: string;
}

/** What this custody prepared, as it comes back from the core or the store. */
export function stellarTx(tx: TxFields): StellarTxFields {
  // CAST: no other custody gets the chain's transactions.
  return tx as StellarTxFields;
}

/** The same of what was signed. */
export function signedFields(tx: TxFields): SignedFields {
  const { signed } = stellarTx(tx);
  if (signed === undefined) throw new TypeError('the transaction was not signed here');
  return signed;
}
