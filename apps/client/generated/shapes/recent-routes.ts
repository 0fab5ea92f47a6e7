// Written by `npm run client:types` from the service's OpenAPI document.

export type RecentRoutes = {
  readonly routes: readonly ({
    readonly lane: string;
    readonly asset: string;
    readonly rail: string;
    readonly status: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
    /** Relative and coarse. */
    readonly when: string;
    /** A bucket by tokens, never an amount. */
    readonly size: string;
    readonly sandbox: boolean;
  })[];
  readonly count: number;
  readonly note: string;
};
