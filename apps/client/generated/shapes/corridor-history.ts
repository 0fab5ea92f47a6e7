// Written by `npm run client:types` from the service's OpenAPI document.

export type CorridorHistory = {
  readonly bucketHours: number;
  /** The oldest first, without those of fewer than ten transfers and the current one. */
  readonly buckets: readonly ({
    /** Its start, in epoch milliseconds. */
    readonly at: number;
    readonly p50FeeBps: number | null;
    readonly p50Seconds: number | null;
    readonly p95Seconds: number | null;
    readonly okRate: number;
    readonly n: number;
  })[];
};
