import type { Address, ChainRef } from '@interline/kernel';
import type { UnseenReason } from '@interline/ports';

/** Why a slot's end is not proven; `receipt-owed` if ours consumed it and its end is unknown. */
export type UnprovenReason = UnseenReason | 'receipt-owed';

/** A consumed slot of ours whose consumer, or its end, the nodes do not show. */
export interface UnprovenSlot {
  readonly transactionId: string;
  readonly chain: ChainRef;
  readonly account: Address;
  /** In the chain family's own terms; on EVM the slot. */
  readonly slot: string;
  readonly reason: UnprovenReason;
  /** The blocks that hold the consumer, both ends included; null if unknown. */
  readonly rangeFrom: number | null;
  readonly rangeTo: number | null;
  readonly sinceMs: number;
  readonly lookedAtMs: number;
}
