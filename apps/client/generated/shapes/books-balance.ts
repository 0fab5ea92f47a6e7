// Written by `npm run client:types` from the service's OpenAPI document.

export type BooksBalance = {
  readonly accounts: readonly ({
    /** The kind of books account. */
    readonly account: 'float' | 'transit' | 'coin' | 'owed-to-payers' | 'owed-by-engines' | 'conversion' | 'moved' | 'capital' | 'fees' | 'gas' | 'gas-adjustment' | 'rail-costs' | 'losses' | 'unclaimed';
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Our address, or the engine that owes; empty for all others. */
    readonly holder: string;
    /** Of which account of ours; null for all others. */
    readonly role: 'spender' | 'float' | null;
    /** An account of keys that were rotated out. */
    readonly former: boolean;
    /** An account of ours on the chain is stopped, and what it sent is being read. */
    readonly unread: boolean;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    readonly decimals: number;
    /** Smallest units, digits; with a minus where it is the other way. */
    readonly units: string;
  })[];
  readonly count: number;
};
