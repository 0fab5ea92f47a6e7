// Written by `npm run client:types` from the service's OpenAPI document.

export type DailyReport = {
  /** A UTC day such as 2026-11-23. */
  readonly day: string;
  readonly outcomes: readonly ({
    readonly outcome: 'delivered' | 'missed' | 'failed';
    /** Null where it is of fewer than ten routes, or would tell such a figure. */
    readonly routes: number | null;
  })[];
  readonly lanes: readonly ({
    /** A family of chains, such as eip155. */
    readonly from: string;
    readonly to: string;
    /** Null where it is of fewer than ten routes, or would tell such a figure. */
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    readonly p95Seconds: number | null;
  })[];
};
