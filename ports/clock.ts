export interface Clock {
  /** Epoch milliseconds. Money deadlines are judged by chain time, never by this. */
  now(): number;
  /** Milliseconds that never step back, for intervals. */
  monotonic(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
