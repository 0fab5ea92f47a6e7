// Written by `npm run client:types` from the service's OpenAPI document.

export type DailyReport = {
  /** A UTC day such as 2026-11-23. */
  readonly day: string;
  readonly outcomes: readonly ({
    readonly outcome: 'delivered' | 'missed' | 'failed';
    /** Null where it counts fewer than ten routes, or would reveal such a figure. */
    readonly routes: number | null;
  })[];
  readonly lanes: readonly ({
    /** A family of chains, such as eip155. */
    readonly from: string;
    readonly to: string;
    /** Null where it counts fewer than ten routes, or would reveal such a figure. */
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    readonly p95Seconds: number | null;
  })[];
  /** Of routes that did not deliver what was agreed; null in older reports. */
  readonly refunds: {
    /** Null where it counts fewer than ten routes, or would reveal such a figure. */
    readonly routes: number | null;
    readonly p50Seconds: number | null;
    /** Held for their payers when the report was made. */
    readonly held: number | null;
  } | null;
  /** Null for fewer than ten routes, and in older reports. */
  readonly money: {
    /** Dollars, to two digits, rounded down. */
    readonly volumeUsd: string;
    /** Dollars, to two digits, rounded down. */
    readonly feesUsd: string;
    /** Dollars, to two digits, rounded down. */
    readonly gasUsd: string;
  } | null;
  /** Entries of the log of receipts when the report was made. */
  readonly logSize: number | null;
  /** The longest time a receipt of the day waited for the log, in whole minutes begun; null where there is none, and in older reports. */
  readonly mergeDelayMaxMinutes: number | null;
  /** Null in older reports. */
  readonly incidents: {
    /** Ordered by operators. */
    readonly pauses: readonly ({
      /** The part in which nothing new was accepted. */
      readonly scope: string;
      /** Draining: routes under way went on. */
      readonly state: 'paused' | 'draining';
      /** Of that day; a begun minute counts. */
      readonly minutes: number;
    })[];
    /** Stopped accounts of the service that an operator let run again on that day. */
    readonly restarts: number;
    /** Routes that ended again after a reorg had taken their end back. */
    readonly endsTakenBack: number | null;
  } | null;
};
