// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteQuoteQuery = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly fromChain: number | string;
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly toChain: number | string;
  /** Digits, the source token's smallest units. */
  readonly amount: string;
  /** Symbol or address; omitted means the chain's own coin. */
  readonly fromToken?: string;
  /** Symbol or address; omitted means the chain's own coin. */
  readonly toToken?: string;
  /** The recipient on toChain; the payer when left out, where both chains write addresses alike. */
  readonly toAddress?: string;
  /** The payer on fromChain. */
  readonly fromAddress?: string;
  /** Symbol or address, for both sides; fromToken and toToken win over it. */
  readonly token?: string;
  /** From bitcoin only: where a deposit that cannot be delivered goes back to; never taken from fromAddress. */
  readonly refundAddress?: string;
  /** To stellar only: JSON of an object {type, value} with type "text", "id", "hash" or "return", url-encoded. */
  readonly memo?: string;
  /** . */
  readonly claimable?: 'true' | 'false';
  /** A fraction from 0 to 0.5, such as 0.005. */
  readonly slippage?: string;
  /** Rail names, separated by commas. */
  readonly excludeRails?: string;
};
