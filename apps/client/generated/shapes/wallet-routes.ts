// Written by `npm run client:types` from the service's OpenAPI document.

export type WalletRoutes = {
  readonly wallet: string;
  readonly routes: readonly ({
    readonly id: string;
    readonly status: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
    readonly stage: string;
    /** In ms. */
    readonly acceptedAt: number;
  })[];
  readonly count: number;
  /** What to send as after for the next page; null at the last. */
  readonly next: string | null;
  readonly note: string;
};
