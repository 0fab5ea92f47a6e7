// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountRefunds = {
  readonly items: readonly ({
    readonly routeId: string;
    /** EVM chain id, or a node's name. */
    readonly chainId: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    /** In the source token's smallest units. */
    readonly amount: string;
    readonly state: 'sent' | 'held';
    /** A transaction's hash; null while there is none. */
    readonly refundTx: string | null;
    /** As in refundHeld of the receipt; null once the refund was sent. */
    readonly heldReason: 'refused' | 'not-now' | 'operator' | 'no-address' | null;
  })[];
  /** Send it as next to get the next page; null on the last page. */
  readonly next: string | null;
};
