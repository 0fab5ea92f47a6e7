export interface NewJob {
  readonly kind: 'advance-route';
  /** What it is about; one open job per kind and subject. */
  readonly subject: string;
  readonly runAtMs: number;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface JobWrites {
  enqueue(job: NewJob): Promise<void>;
}
