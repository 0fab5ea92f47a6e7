import type { FloatWallet } from '../float-wallet.ts';
import { medianOf } from '../fees/choose-fee-rate.ts';
import type { Purse } from '../spine/read-spine.ts';

/** The form of a slot that is in the mempools, and what a replacement has to outbid there. */
export interface WaitingForm {
  readonly txid: string;
  readonly raw: string;
  /**
   * Its fees in sats, including descendants that its recipients have added. The median over the
   * nodes, the lower of two. Null when so few nodes have it that one would decide.
   */
  readonly packageFee: bigint | null;
}

/** Null when no node's mempool has one. Throws `CHAIN_UNREACHABLE`. */
export async function readWaitingForm(
  wallet: FloatWallet,
  { entries }: Pick<Purse, 'entries'>,
  slot: number,
  signal: AbortSignal,
): Promise<WaitingForm | null> {
  const entry = entries[slot];
  if (entry === undefined || entry.block !== null) return null;
  const { txid, raw } = entry;
  const fees = await wallet.readAny(({ node }) => node.packageFee(txid, signal), signal);
  const known = fees.filter((fee) => fee !== null);
  if (known.length === 0) return null;
  return { txid, raw, packageFee: known.length < wallet.enough ? null : medianOf(known) };
}
