// Written by `npm run client:types` from the service's OpenAPI document.

export type MemberUsage = {
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
    /** Of UTC. */
    readonly day: string;
    readonly used: number;
    readonly left: number;
  }[];
};
