// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorSeries = {
  readonly slotSeconds: number;
  /** The oldest first, without a gap; the last one is still running. */
  readonly slots: readonly ({
    /** Epoch milliseconds. */
    readonly from: number;
    readonly delivered: number;
    /** Of those delivered, with less than was quoted. */
    readonly missed: number;
    readonly failed: number;
    /** Of those delivered; null without any. */
    readonly medianMs: number | null;
    /** What 19 of 20 took at most. */
    readonly p95Ms: number | null;
  })[];
};
