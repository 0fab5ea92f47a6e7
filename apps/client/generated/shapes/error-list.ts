// Written by `npm run client:types` from the service's OpenAPI document.

export type ErrorList = {
  readonly errors: readonly {
    readonly code: string;
    readonly http: number;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    readonly summary: string;
    readonly suggestedAction: string;
    /** What /operator says instead. */
    readonly operatorsAction?: string;
    readonly docs: string;
  }[];
  readonly count: number;
};
