// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorBooksClassifyBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chain: number | string;
  /** Spender pulls and calls rails, float pays out. */
  readonly role: 'spender' | 'float';
  /** The address of an account of that role, such as one of former keys; the one in use where left out. */
  readonly account?: string;
  /** Symbol or address; omitted means the chain's own coin. */
  readonly token: string;
  readonly of: 'unclaimed' | 'deficit';
  readonly as: 'capital' | 'losses';
  /** Smallest units; all of it where left out. */
  readonly units?: string;
  /** Why, in at most 500 characters: it is kept in the audit. */
  readonly reason?: string;
  /** Says what the order would change, and changes nothing. */
  readonly dryRun?: boolean;
};
