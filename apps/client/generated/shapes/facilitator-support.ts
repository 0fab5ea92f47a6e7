// Written by `npm run client:types` from the service's OpenAPI document.

export type FacilitatorSupport = {
  readonly kinds: readonly ({
    readonly x402Version: 2;
    readonly scheme: 'exact';
    readonly network: string;
    readonly extra: {
      /** Where a demand names none. */
      readonly assetTransferMethod: 'eip3009' | 'permit2';
      /** Of any of the tokens. */
      readonly assetTransferMethods: readonly ('eip3009' | 'permit2')[];
      readonly assets: readonly ({
        /** EIP-55 address. */
        readonly asset: string;
        readonly symbol: string;
        readonly decimals: number;
        readonly assetTransferMethods: readonly ('eip3009' | 'permit2')[];
        /** Of the domain that is signed (EIP-712); none where only Permit2's is. */
        readonly name?: string;
        readonly version?: string;
      })[];
    };
  })[];
  readonly extensions: readonly string[];
  /** Who sends the transactions, by family of chains. */
  readonly signers: Readonly<Record<string, readonly string[]>>;
};
