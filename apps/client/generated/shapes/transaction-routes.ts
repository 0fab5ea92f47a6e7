// Written by `npm run client:types` from the service's OpenAPI document.

export type TransactionRoutes = {
  readonly routes: readonly ({
    /** What the transaction did for the route. */
    readonly as: 'source' | 'destination' | 'refund';
    /** The chain that the transaction is on. */
    readonly chain: number | string;
    /** BRIDGING of a source until the full ten minutes that follow the end of its route; a destination or a refund is known from then on. */
    readonly status: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
    /** How it ended, in more detail; UNDER_WAY of a source before that. */
    readonly stage: string;
  })[];
  readonly count: number;
  readonly note: string;
};
