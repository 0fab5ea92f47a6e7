import type { Address, ChainRef, TxHash, Units } from '@interline/kernel';

/**
 * The consumer of an account's slot that the store cannot assign to any work of ours. An operator
 * has to settle what it moved.
 *
 * - pull: a payer's money came to us, for a route that the store has lost
 * - payment: our money left the account
 * - call: anything else that succeeded: a rail's call, an approval
 * - unread: an operator resumed the account before the slot's consumer could be read
 */
export interface UnmatchedTransaction {
  readonly id: string;
  readonly kind: 'pull' | 'payment' | 'call' | 'collection' | 'authorization' | 'unread';
  readonly chain: ChainRef;
  readonly account: Address;
  readonly slot: number;
  /** Null if it was not read. */
  readonly hash: TxHash | null;
  readonly block: number | null;
  /** When its block was made, or the slot was skipped. */
  readonly atMs: number;
  readonly moved: readonly MovedSeen[];
  /** The coins that it spent, each as `tx:output`; null if its chain or its nodes report none. */
  readonly spent: readonly string[] | null;
  /** The permit that it redeemed, whose owner is the payer; null if it redeemed none. */
  readonly permit: { readonly owner: Address; readonly nonce: string } | null;
  /** When it was recorded. */
  readonly sinceMs: number;
  /** Null while it waits for an operator; a closed one stays as evidence. */
  readonly closed: UnmatchedClosing | null;
}

/**
 * An operator's finding about an unmatched transaction.
 *
 * - delivered: a pull whose recipient was paid, or that payment
 * - returned: a pull whose payer has the money back, or that payment
 * - explained: anything else, with the order's reason
 */
export const unmatchedEnds = ['delivered', 'returned', 'explained'] as const;

/** How, by whom and when an unmatched transaction was closed. */
export interface UnmatchedClosing {
  readonly as: (typeof unmatchedEnds)[number];
  /** The operator's name. */
  readonly by: string;
  readonly atMs: number;
  /** Our payment that refunded a pull; null if the operator named none. */
  readonly evidence: TxHash | null;
  /** The route of the deposit that it delivered or refunded; null if the operator named none. */
  readonly routeId: string | null;
}

/** One transfer, from its log or its coin value. */
export interface MovedSeen {
  readonly token: string;
  readonly from: Address;
  readonly to: Address;
  readonly units: Units;
}
