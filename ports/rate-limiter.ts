/** At most that many requests in any span of that length, wherever it begins. */
export interface Quota {
  readonly requests: number;
  readonly perMs: number;
}

/**
 * Whether a request was taken, and how its fullest bucket stands then. All whole numbers, times
 * rounded up.
 */
export type Admission =
  /** `freesInMs`: until the bucket's oldest request leaves the window. */
  | { readonly isAdmitted: true; readonly remaining: number; readonly freesInMs: number }
  /**
   * `retryAfterMs`: the same request, sent then and not a millisecond sooner, is taken if no
   * other came in between.
   */
  | { readonly isAdmitted: false; readonly retryAfterMs: number };

/**
 * Counts requests in sliding windows. A bucket is empty until its name is first used, and is always
 * asked with the same `perMs`. The name holds a client's network address: an adapter that writes it
 * down hashes it.
 */
export interface RateLimiter {
  /**
   * Takes one request where every bucket has room, and counts it in each; otherwise counts it in
   * none. Atomic, however many ask at once. Does not reject: an adapter whose database fails counts
   * in this process meanwhile.
   */
  take(buckets: readonly string[], quota: Quota): Promise<Admission>;
}

export interface Remembered {
  /** Whether it was not remembered. */
  readonly isNew: boolean;
  /**
   * Epoch milliseconds: what was taken before may be forgotten. A restart, or a database that crashed,
   * forgets all.
   */
  readonly sinceMs: number;
  /** The time by the clock that it is remembered by. */
  readonly nowMs: number;
}

/** One that also remembers what may come once, apart from what it counts: no quota pushes it out. */
export interface RememberingLimiter extends RateLimiter {
  /** Takes it and answers as `take` does; it is remembered for `forMs`, always the same. */
  takeOnce(name: string, forMs: number): Promise<Remembered>;
}
