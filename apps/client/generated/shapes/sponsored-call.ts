// Written by `npm run client:types` from the service's OpenAPI document.

export type SponsoredCall = {
  readonly id: string;
  readonly kind: 'calls' | 'revocation';
  /** EVM chain id, or a node's name. */
  readonly chainId: number | string;
  /** EIP-55 address. */
  readonly account: string;
  /** ACCEPTED until a block shows the end, and again if a reorg takes it back; FAILED: no fee came, and the code that was signed for made no call. */
  readonly status: 'PREPARED' | 'ACCEPTED' | 'INCLUDED' | 'FAILED';
  /** A transaction's hash; null while there is none. */
  readonly txHash: string | null;
  readonly userOpHash: string | null;
  readonly fee: {
    /** EIP-55 address. */
    readonly token: string;
    readonly symbol: string;
    /** Smallest units, digits. */
    readonly amount: string;
  } | null;
  /** Of these calls alone. */
  readonly gasUsed: string | null;
  /** Why the calls failed. */
  readonly innerError: string | null;
  /** When it was prepared, in epoch milliseconds. */
  readonly createdAt: number;
};
