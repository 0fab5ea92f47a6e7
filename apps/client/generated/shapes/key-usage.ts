// Written by `npm run client:types` from the service's OpenAPI document.

export type KeyUsage = {
  readonly key: {
    readonly label: string;
    readonly created: number;
    /** Epoch milliseconds; null where it has no end. */
    readonly expires: number | null;
    /** Epoch milliseconds; null where it was not used yet. */
    readonly lastUsed: number | null;
  };
  /** The last 60 minutes. */
  readonly hour: {
    readonly total: number;
    /** Answers with a status of 400 or above. */
    readonly errors: number;
    readonly topPaths: readonly {
      readonly path: string;
      readonly total: number;
      readonly errors: number;
    }[];
  };
  /** The last 24 hours. */
  readonly day: {
    readonly total: number;
    /** Answers with a status of 400 or above. */
    readonly errors: number;
    readonly topPaths: readonly {
      readonly path: string;
      readonly total: number;
      readonly errors: number;
    }[];
  };
  /** The newest first. */
  readonly recent: readonly {
    readonly path: string;
    readonly status: number;
    readonly ms: number;
    readonly ts: number;
  }[];
};
