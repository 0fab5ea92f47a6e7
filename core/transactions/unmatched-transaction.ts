import type { Address, ChainRef, TxHash, Units } from '@interline/kernel';

/**
 * What consumed a slot of an account, or was made in it, that the store cannot give to any work of
 * ours: what it moved is for a person to settle.
 * - pull: a payer's money came to us, for a route that the store has lost
 * - payment: our money left the account
 * - call: something else that succeeded: a rail's call, an approval
 * - unread: an operator let the account go on before the slot's consumer could be read
 */
export interface UnmatchedTransaction {
  readonly id: string;
  readonly kind: 'pull' | 'payment' | 'call' | 'collection' | 'authorization' | 'unread';
  readonly chain: ChainRef;
  readonly account: Address;
  readonly slot: number;
  /** Null where it was not read. */
  readonly hash: TxHash | null;
  readonly block: number | null;
  /** When its block was made, or the slot was passed over. */
  readonly atMs: number;
  readonly moved: readonly MovedSeen[];
  /** The coins that it spent, each as `tx:output`; null where its chain or its nodes named none. */
  readonly spent: readonly string[] | null;
  /** The permit that it redeemed, whose owner is the payer; null where it redeemed none. */
  readonly permit: { readonly owner: Address; readonly nonce: string } | null;
  /** When it was recorded. */
  readonly sinceMs: number;
  /** Null while it waits for a person; a closed one stays as evidence. */
  readonly closed: UnmatchedClosing | null;
}

/**
 * What an operator found an unmatched transaction to be:
 * - delivered: a pull whose recipient was paid, or that payment
 * - returned: a pull whose payer has the money back, or that payment
 * - explained: anything else, by the order's reason
 */
export const unmatchedEnds = ['delivered', 'returned', 'explained'] as const;

/** How, by whom and when an unmatched transaction left the desk. */
export interface UnmatchedClosing {
  readonly as: (typeof unmatchedEnds)[number];
  /** The operator's name. */
  readonly by: string;
  readonly atMs: number;
  /** The payment of ours that gave a pull back; null where the operator named none. */
  readonly evidence: TxHash | null;
  /** The route of the deposit that it delivered or gave back; null where the operator named none. */
  readonly routeId: string | null;
}

/** One transfer, as its log or its coin value shows it. */
export interface MovedSeen {
  readonly token: string;
  readonly from: Address;
  readonly to: Address;
  readonly units: Units;
}
