// Written by `npm run client:types` from the service's OpenAPI document.

export type SponsorPrepareBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chainId: number | string;
  /** Whose calls they are, and who pays the fee. */
  readonly account: string;
  /** Made in this order behind the fee, all or none. */
  readonly calls: readonly {
    /** Address on that chain. */
    readonly to: string;
    /** Of the account's own coin, in smallest units; 0 where left out. */
    readonly value?: string;
    /** Calldata; none where left out. */
    readonly data?: string;
  }[];
  /** Symbol or address; GET /api/sponsor/info lists those that are taken. */
  readonly feeToken: string;
  /** Calls of different keys are in no order; 0 where left out. */
  readonly nonceKey?: string;
  /** The payer wants the rights that the calls give to others, such as allowances. */
  readonly allowApprove?: boolean;
};
