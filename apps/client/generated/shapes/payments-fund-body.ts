// Written by `npm run client:types` from the service's OpenAPI document.

export type PaymentsFundBody = {
  /** As the seller sent it in `PAYMENT-REQUIRED`, decoded. */
  readonly paymentRequired: {
    readonly x402Version: 2;
    readonly accepts: readonly {
      readonly scheme: string;
      readonly network: string;
      readonly asset: string;
      readonly payTo: string;
      readonly amount: string;
      readonly maxTimeoutSeconds: number;
      readonly [other: string]: unknown;
    }[];
    readonly [other: string]: unknown;
  };
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly fromChain: number | string;
  /** Symbol or address of what is spent. */
  readonly fromToken: string;
  /** Who pays, on both chains. */
  readonly account: string;
};
