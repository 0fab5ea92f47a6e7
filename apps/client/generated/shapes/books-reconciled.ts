// Written by `npm run client:types` from the service's OpenAPI document.

export type BooksReconciled = {
  readonly chains: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly outcome: 'judged' | 'waiting' | 'unread';
    readonly block: number | null;
  })[];
  readonly holdings: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly role: 'spender' | 'float' | 'former';
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    readonly decimals: number;
    /** At which chain and books were compared. */
    readonly block: number;
    /** By the chain. */
    readonly units: string;
    /** What the books have more. */
    readonly deficit: string;
    /** Between which blocks the deficit appeared. */
    readonly appeared: {
      /** The last block without it; -1 for none. */
      readonly after: number;
      readonly by: number;
      /** Epoch milliseconds. */
      readonly since: number;
    } | null;
    /** Epoch milliseconds. */
    readonly at: number;
  })[];
  readonly deficits: number;
};
