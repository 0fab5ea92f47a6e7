// Written by `npm run client:types` from the service's OpenAPI document.

export type CorridorHistory = {
  readonly bucketHours: number;
  /** The oldest first; those of fewer than ten transfers, and the one that still runs, are left out. */
  readonly buckets: readonly ({
    /** Its begin, epoch milliseconds. */
    readonly at: number;
    readonly p50FeeBps: number | null;
    readonly p50Seconds: number | null;
    readonly p95Seconds: number | null;
    readonly okRate: number;
    readonly n: number;
  })[];
};
