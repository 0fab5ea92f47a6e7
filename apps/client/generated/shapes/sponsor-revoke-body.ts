// Written by `npm run client:types` from the service's OpenAPI document.

export type SponsorRevokeBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chainId: number | string;
  /** Address on that chain. */
  readonly account: string;
  /** Left out to ask what to sign. */
  readonly authorization?: {
    readonly chainId: number;
    /** Address on that chain. */
    readonly address: string;
    readonly nonce: number;
    readonly yParity: 0 | 1;
    readonly r: string;
    readonly s: string;
  };
};
