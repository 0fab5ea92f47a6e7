// Written by `npm run client:types` from the service's OpenAPI document.

export type Attention = {
  /** Those that wait longest first. */
  readonly routes: readonly ({
    readonly id: string;
    readonly stage: string;
    /** Epoch milliseconds. */
    readonly since: number;
    /** Why its refund is held, with the code; null elsewhere. */
    readonly reason: string | null;
    /** In words, for a person. */
    readonly whatToDo: string;
  })[];
  /** Accounts of ours that send nothing. */
  readonly accounts: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Spender pulls and calls rails, float pays out. */
    readonly role: 'spender' | 'float';
    readonly reason: string;
    /** In words, for a person. */
    readonly whatToDo: string;
  })[];
};
