// Written by `npm run client:types` from the service's OpenAPI document.

export type PlanBody = {
  readonly to: {
    /** An EVM chain id such as 8453, or a node's name such as "stellar". */
    readonly chain: number | string;
    /** Symbol or address, or "native" for the chain's own coin. */
    readonly token: string;
    /** Digits, the destination token's smallest units: what should arrive; left out, as much as the sources bring. */
    readonly amount?: string;
    /** The recipient. */
    readonly address: string;
  };
  /** 1 to 10 sources, each {chain, token, amount}. */
  readonly from: readonly ({
    /** An EVM chain id such as 8453, or a node's name such as "stellar". */
    readonly chain: number | string;
    /** Symbol or address; omitted means the chain's own coin. */
    readonly token?: string;
    /** Digits, the source token's smallest units: the most that may be taken. */
    readonly amount: string;
  })[];
  /** "max-output", "cheapest", "fastest"; max-output when left out. */
  readonly goal?: 'max-output' | 'cheapest' | 'fastest';
  readonly constraints?: {
    /** What each leg may lose against par, all in. */
    readonly maxFeeBps?: number;
    /** How long each leg may take. */
    readonly maxSeconds?: number;
    /** What all legs together must promise; to.amount when left out, if there is one. */
    readonly minOut?: string;
    /** At most 32 rail names such as "floatlane". */
    readonly excludeRails?: readonly string[];
    /** True: several sources may each bring a part; one leg may then fail alone. */
    readonly allowSplit?: boolean;
    /** Epoch milliseconds by which every leg should have arrived. */
    readonly deadline?: number;
  };
  /** The payer on EVM chains, for the payer's own price. */
  readonly account?: string;
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
};
