/** At most this many requests in any interval of that length. */
export interface Quota {
  readonly requests: number;
  readonly perMs: number;
}

/**
 * Whether a request was admitted, and the state of its fullest bucket afterwards. Integers, with
 * times rounded up.
 */
export type Admission =
  /** `freesInMs`: time until the bucket's oldest request leaves the window. */
  | { readonly isAdmitted: true; readonly remaining: number; readonly freesInMs: number }
  /** `retryAfterMs`: the same request is admitted exactly then if no other came in between. */
  | { readonly isAdmitted: false; readonly retryAfterMs: number };

/**
 * Counts requests in sliding windows. A bucket is empty until its name is first used, and always
 * has the same `perMs`. The name contains a client's network address, so an adapter that stores it
 * hashes it.
 */
export interface RateLimiter {
  /**
   * Admits one request if every bucket has room, and counts it in each; otherwise counts it in
   * none. Atomic for concurrent callers. Does not reject: an adapter whose database fails counts in
   * this process meanwhile.
   */
  take(buckets: readonly string[], quota: Quota): Promise<Admission>;
}

export interface Remembered {
  /** Whether it was not remembered. */
  readonly isNew: boolean;
  /**
   * Epoch milliseconds: requests from before may be forgotten. A restart, or a database crash,
   * forgets all.
   */
  readonly sinceMs: number;
  /** The current time of the clock that remembers it. */
  readonly nowMs: number;
}

/**
 * A limiter that also remembers one-time names. They are stored apart from its counts, so no quota
 * evicts them.
 */
export interface RememberingLimiter extends RateLimiter {
  /** Records the name; it is remembered for `forMs`, which is always the same. */
  takeOnce(name: string, forMs: number): Promise<Remembered>;
}
