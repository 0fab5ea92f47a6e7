// Written by `npm run client:types` from the service's OpenAPI document.

export type SponsorPrepareBody = {
  /** An EVM chain id such as 8453, or a node's name such as "stellar". */
  readonly chainId: number | string;
  /** The account that makes the calls and pays the fee. */
  readonly account: string;
  /** Made in this order after the fee, all or none. */
  readonly calls: readonly {
    /** Address on that chain. */
    readonly to: string;
    /** Of the account's own coin, in smallest units; 0 where left out. */
    readonly value?: string;
    /** Calldata; none where left out. */
    readonly data?: string;
  }[];
  /** Symbol or address; GET /api/sponsor/info lists the accepted ones. */
  readonly feeToken: string;
  /** Calls with different keys are unordered; 0 when left out. */
  readonly nonceKey?: string;
  /** Confirms the rights that the calls give to others, such as allowances. */
  readonly allowApprove?: boolean;
};
