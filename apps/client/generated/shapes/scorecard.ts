// Written by `npm run client:types` from the service's OpenAPI document.

export type Scorecard = {
  readonly window: string;
  readonly rails: readonly ({
    readonly rail: string;
    /** Transfers that ended in the window. */
    readonly samples: number;
    /** Of those delivered, how many brought less than was quoted; percent, rounded up. */
    readonly missRatePct: number;
    /** Of all, how many were refunded, arrived below what was agreed or in another token; percent, rounded up. */
    readonly failRatePct: number;
    /** From the accepted order to the delivery. */
    readonly medianSeconds: number | null;
    /** How many deliveries took at most so long, and longer than the step before; the last step has no end. */
    readonly times: readonly ({
      readonly upToSeconds: number | null;
      readonly count: number;
    })[];
    readonly lanes: readonly ({
      /** EVM chain id, or a node's name. */
      readonly fromChain: number | string;
      /** EVM chain id, or a node's name. */
      readonly toChain: number | string;
      /** Transfers that ended in the window. */
      readonly samples: number;
      /** Of those delivered, how many brought less than was quoted; percent, rounded up. */
      readonly missRatePct: number;
      /** Of all, how many were refunded, arrived below what was agreed or in another token; percent, rounded up. */
      readonly failRatePct: number;
      /** From the accepted order to the delivery. */
      readonly medianSeconds: number | null;
      /** Average of delivered over quoted, in bps, rounded down; null where nothing arrived. */
      readonly quotedToDelivered: number | null;
    })[];
  })[];
  readonly note: string;
};
