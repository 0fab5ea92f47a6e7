export interface Clock {
  /** Epoch milliseconds. Money deadlines are judged by chain time, never by this. */
  now(): number;
  /** Milliseconds that never step back, for intervals. */
  monotonic(): number;
  /** Resolves after that time, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A sleep that can be cancelled. */
  alarm(ms: number): Alarm;
}

export interface Alarm {
  /** Stays pending once cancelled. */
  readonly rang: Promise<void>;
  cancel(): void;
}
