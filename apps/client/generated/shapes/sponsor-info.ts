// Written by `npm run client:types` from the service's OpenAPI document.

export type SponsorInfo = {
  /** By chain id. */
  readonly chains: Readonly<Record<string, {
    /** EIP-55 address. */
    readonly entryPoint: string;
    /** EIP-55 address. */
    readonly delegate: string;
    readonly delegateCodeHash: string;
    readonly feeTokens: readonly {
      /** EIP-55 address. */
      readonly address: string;
      readonly symbol: string;
      readonly decimals: number;
    }[];
  }>>;
};
