// Written by `npm run client:types` from the service's OpenAPI document.

export type SponsorExecuteBody = {
  readonly id: string;
  readonly signature: string;
  /** The one that prepare returned, signed. */
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
