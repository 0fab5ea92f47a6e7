// Written by `npm run client:types` from the service's OpenAPI document.

export type PlanBalances = {
  readonly items: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chainId: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    /** Smallest units, digits. */
    readonly amount: string;
    /** What moves all of it: a permit alone, one with an EIP-2612 permit, or an approval of Permit2 first (none). */
    readonly pullable: '2612' | '3009' | 'permit2' | 'none';
    /** What Permit2 may still take of the token, smallest units, digits. */
    readonly permit2Allowance: string;
  })[];
  /** Chains that did not answer in time, or not in full. */
  readonly unread: readonly (number | string)[];
};
