// Written by `npm run client:types` from the service's OpenAPI document.

export type TransactionRoutes = {
  readonly routes: readonly ({
    /** What the transaction did for the route. */
    readonly as: 'source' | 'destination' | 'refund';
    /** The chain that the transaction is on. */
    readonly chain: number | string;
    readonly status: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
    /** Where it is, in more detail. */
    readonly stage: string;
  })[];
  readonly count: number;
  readonly note: string;
};
