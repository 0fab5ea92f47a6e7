// Written by `npm run client:types` from the service's OpenAPI document.

export type Console = {
  readonly profile: 'devnet' | 'mainnet';
  /** In front of all paths; empty for none. */
  readonly basePath: string;
  /** Whether an operator's token opens anything. */
  readonly operator: boolean;
  readonly passes: boolean;
  readonly privateLane: boolean;
  /** On which the deployment moves money. */
  readonly chains: readonly ({
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    readonly name: string;
    /** Null where the token list has none. */
    readonly coin: {
      readonly symbol: string;
      readonly decimals: number;
    } | null;
    /** A transaction's page, {tx} for its hash; null where none is configured. */
    readonly explorerTx: string | null;
    /** What answers is no node of that chain, but behaves like one. */
    readonly simulated: boolean;
    readonly tokens: readonly {
      /** Contract address, or "native". */
      readonly address: string;
      readonly symbol: string;
      readonly decimals: number;
      /** What it is a claim on; tokens of one asset trade one to one on the float. */
      readonly asset: string;
      /** A signature alone moves it. */
      readonly gasless: boolean;
    }[];
  })[];
};
