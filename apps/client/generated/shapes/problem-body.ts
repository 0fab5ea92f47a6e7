// Written by `npm run client:types` from the service's OpenAPI document.

export type ProblemBody = {
  /** In words, for people; may change. */
  readonly error: string;
  /** Of GET /api/errors. */
  readonly errorCode: string;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  /** How long to wait; Retry-After says the same in seconds. */
  readonly retryAfterMs?: number;
  /** What to change or do. */
  readonly suggestedAction: string;
  /** Where the code is explained. */
  readonly docs: string;
  /** The x-request-id; tell us this one. */
  readonly requestId: string;
  /** The HTTP status. */
  readonly status: number;
  /** Why each rail was not taken. */
  readonly reasons?: readonly {
    readonly rail: string;
    readonly code: string;
    readonly reason: string;
    /** The least this way would take, in the source token's smallest units. */
    readonly minInput?: string;
    /** When this way can be asked again, where it says so. */
    readonly retryAfterMs?: number;
  }[];
  /** Facts beside the message: the field at fault, candidates, bounds; with PLAN_UNSATISFIABLE, rejected says of each source why; with PRICE_MOVED, signAgain is what /api/agent/do answers now. */
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[] | readonly (Readonly<Record<string, unknown>>)[] | Readonly<Record<string, unknown>>>>;
  /** With 400: a valid request of the endpoint. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** With 400 to a query: the names it takes. */
  readonly usage?: {
    readonly request: string;
    readonly query: Readonly<Record<string, string>>;
  };
  /** Where the code is explained: the same as `docs`, or the type that IANA has registered. */
  readonly type: string;
  /** What the code means. */
  readonly title: string;
  /** The same as `error`. */
  readonly detail: string;
};
