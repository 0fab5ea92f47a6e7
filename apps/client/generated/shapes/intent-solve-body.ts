// Written by `npm run client:types` from the service's OpenAPI document.

export type IntentSolveBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly toChain: number | string;
  /** Symbol or address, or "native" for the chain's own coin. */
  readonly toToken: string;
  /** "max-output", "cheapest", "fastest"; max-output when left out. */
  readonly goal?: 'max-output' | 'cheapest' | 'fastest';
  /** For the sources that name none of their own. */
  readonly amount?: string;
  /** Recipient, echoed into plan.execute. */
  readonly toAddress?: string;
  /** 1 to 10 sources, each {chain, token, amount}. */
  readonly from: readonly ({
    /** An EVM chain id such as 8453, or a node's name such as "stellar". */
    readonly chain: number | string;
    /** Symbol or address; omitted means the chain's own coin. */
    readonly token?: string;
    /** Digits, the source token's smallest units; the shared amount when left out. */
    readonly amount?: string;
  })[];
  /** Base64 of {preparedMsg, sig}. */
  readonly pass?: string;
};
