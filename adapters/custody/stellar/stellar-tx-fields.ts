import type { Address, Memo, TxFields } from '@interline/kernel';

/**
 * - payment, create-account: moves an asset, or lumens to an account that is made by it
 * - claimable: sets an asset aside for a recipient without a trustline
 * - trust: our account's own trustline to an asset
 * - noop: consumes the slot and moves nothing
 */
export type StellarOperation = 'payment' | 'create-account' | 'claimable' | 'trust' | 'noop';

/** What a Stellar transaction of ours signs beside its slot. */
export interface StellarTxFields extends TxFields {
  readonly operation: StellarOperation;
  /** The recipient; our own account where nothing is moved. */
  readonly to: Address;
  /** `native` or `CODE:ISSUER`. */
  readonly asset: string;
  readonly units: bigint;
  readonly memo?: Memo;
  /** The high half of the account's sequence numbers: the ledger that created it, shifted. */
  readonly sequenceBase: bigint;
  /** Unix seconds after which no ledger includes it; set when it is signed. */
  readonly maxTimeSec?: number;
  /** The envelope that a fee bump wraps, in base64; left out for a transaction of its own. */
  readonly inner?: string;
}

/** What this custody prepared, as it comes back from the core or the store. */
export function stellarTx(tx: TxFields): StellarTxFields {
  // CAST: no other custody gets the chain's transactions.
  return tx as StellarTxFields;
}
