import type { Address, ChainRef } from '@interline/kernel';
import type { UnseenReason } from '@interline/ports';

/** Why the end of a slot is not proven: `receipt-owed` where ours consumed it, with its end unknown. */
export type UnprovenReason = UnseenReason | 'receipt-owed';

/** A consumed slot of ours whose consumer, or its end, the nodes do not show. */
export interface UnprovenSlot {
  readonly transactionId: string;
  readonly chain: ChainRef;
  readonly account: Address;
  /** The family's own words: on EVM the slot. */
  readonly slot: string;
  readonly reason: UnprovenReason;
  /** The blocks that hold the consumer, both included; null where that is not known. */
  readonly rangeFrom: number | null;
  readonly rangeTo: number | null;
  readonly sinceMs: number;
  readonly lookedAtMs: number;
}
