import type { Address, TxFields } from '@interline/kernel';
import type { Outpoint } from './outpoint.ts';

/** A coin of ours that a transaction spends, and the place of its key in the tree. */
export interface SpentCoin {
  readonly outpoint: Outpoint;
  readonly units: bigint;
  readonly path: string;
  /** Index of the group that refunds this coin. The group is paid only if the coin is spent. */
  readonly group?: number;
}

/**
 * An output to another party; `group` is its place among the groups that the transaction carries.
 */
export interface PaidOutput {
  readonly to: Address;
  readonly units: bigint;
  readonly group: number;
}

/** A complete transaction, ready to be signed. */
export interface BitcoinTxFields extends TxFields {
  /** Its position in the spine: see `readSpine`. */
  readonly spineSlot: number;
  /**
   * The spine coin comes first. If the transaction creates the spine, the chosen funding coin does.
   */
  readonly inputs: readonly SpentCoin[];
  /** Empty for a no-op. */
  readonly outputs: readonly PaidOutput[];
  /** The change in sats, paid to the spine's address by the last output. */
  readonly change: bigint;
  /** The exact fee in sats. `gasLimit * maxFeeRate` is never less. */
  readonly fee: bigint;
}

/** Reads back fields that this custody prepared, from the core or from the store. */
export function bitcoinTx(tx: TxFields): BitcoinTxFields {
  if (!Array.isArray(tx['inputs']))
    throw new TypeError('a payout that waits for its transaction has no inputs to sign');
  // CAST: no other custody gets the chain's transactions.
  return tx as BitcoinTxFields;
}

/** The coins that a part of a batch refunds; none for a part that was read back from the chain. */
export function namedCoinsOf({ spends }: TxFields): readonly Outpoint[] {
  // CAST: written by this custody.
  return Array.isArray(spends) ? (spends as readonly Outpoint[]) : [];
}

/**
 * The recipient and units of one part of a batch; null for a part without a payment. A payout read
 * back from the chain has the fields of its whole transaction as well, so only the part's own
 * fields are read.
 */
export function paymentOf(call: TxFields): { readonly to: Address; readonly units: bigint } | null {
  const { to, value } = call;
  // CAST: written by this custody, or read by it from the chain.
  return typeof to === 'string' && value > 0n ? { to: to as Address, units: value } : null;
}
