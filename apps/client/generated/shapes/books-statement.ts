// Written by `npm run client:types` from the service's OpenAPI document.

export type BooksStatement = {
  /** A UTC day such as 2027-01-31. */
  readonly from: string;
  /** A UTC day such as 2027-01-31. */
  readonly to: string;
  /** What the rows are summed by. */
  readonly by: 'day' | 'chain' | 'engine';
  readonly rows: readonly ({
    readonly group: string;
    /** The kind of books account. */
    readonly account: 'float' | 'transit' | 'coin' | 'owed-to-payers' | 'owed-by-engines' | 'conversion' | 'moved' | 'capital' | 'fees' | 'gas' | 'gas-adjustment' | 'rail-costs' | 'losses' | 'unclaimed';
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    /** Credit: income above zero; debit: a cost above zero, so a gain has a minus. */
    readonly side: 'credit' | 'debit';
    /** Smallest units, digits; with a minus where it is the other way. */
    readonly units: string;
    /** The same in whole tokens; null where the token is not listed. */
    readonly amount: string | null;
    /** Null where a day has no price. */
    readonly usd: string | null;
  })[];
  readonly groups: readonly {
    /** A day, a chain or an engine; by chain, "conversion" for what came in on one chain and left on another. */
    readonly group: string;
    /** Income less costs, in dollars. */
    readonly profitUsd: string;
    /** What payers gave for what was delivered, in dollars; by chain, where they gave it. */
    readonly volumeUsd: string;
    /** Days' sums that count for nothing in them, because a price is missing. */
    readonly unpriced: number;
  }[];
  /** Of all groups, the same by day, chain and engine. */
  readonly total: {
    /** Income less costs, in dollars. */
    readonly profitUsd: string;
    /** What payers gave for what was delivered, in dollars; by chain, where they gave it. */
    readonly volumeUsd: string;
    /** Days' sums that count for nothing in them, because a price is missing. */
    readonly unpriced: number;
  };
};
