// Written by `npm run client:types` from the service's OpenAPI document.

export type FacilitatorSupport = {
  readonly kinds: readonly {
    readonly x402Version: 2;
    readonly scheme: 'exact';
    readonly network: string;
    readonly extra: {
      readonly assetTransferMethod: 'eip3009';
      readonly assets: readonly {
        /** EIP-55 address. */
        readonly asset: string;
        readonly symbol: string;
        readonly decimals: number;
        /** Of the domain that is signed (EIP-712). */
        readonly name: string;
        readonly version: string;
      }[];
    };
  }[];
  readonly extensions: readonly string[];
  /** Who sends the transactions, by family of chains. */
  readonly signers: Readonly<Record<string, readonly string[]>>;
};
