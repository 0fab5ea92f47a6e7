// Written by `npm run client:types` from the service's OpenAPI document.

export type Member = {
  readonly member: boolean;
  readonly tokens: readonly {
    /** EVM chain id. */
    readonly chainId: number;
    /** Contract address. */
    readonly collection: string;
    readonly name: string;
    /** Digits. */
    readonly tokenId: string;
    /** The wallet itself, or a vault that speaks for it. */
    readonly holder: string;
    /** The block at which it was seen. */
    readonly atBlock: number;
  }[];
  /** Why there are none, or no others. */
  readonly reason: string;
};
