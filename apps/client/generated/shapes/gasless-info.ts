// Written by `npm run client:types` from the service's OpenAPI document.

export type GaslessInfo = {
  readonly service: string;
  /** EIP-55 address. */
  readonly router: string;
  /** EIP-55 address. */
  readonly svcRouter: string;
  /** EIP-55 address. */
  readonly tokenPaymaster: string;
  /** EIP-55 address. */
  readonly permit2: string;
  /** EIP-55 address. */
  readonly entryPoint: string;
  /** EIP-55 address. */
  readonly relayer: string;
  readonly chainId: number;
  readonly routes: readonly string[];
  readonly recommended: string;
  readonly gaslessChains: Readonly<Record<string, {
    readonly name: string;
    readonly nativeSymbol: string;
    readonly tokens: readonly string[];
  }>>;
  readonly acceptedTokens: readonly {
    readonly chainId: number;
    /** EIP-55 address. */
    readonly address: string;
    readonly symbol: string;
    readonly decimals: number;
    readonly eip2612: boolean;
  }[];
  readonly domain: {
    readonly name: string;
    readonly chainId: number;
    /** EIP-55 address. */
    readonly verifyingContract: string;
  };
  readonly note: string;
};
