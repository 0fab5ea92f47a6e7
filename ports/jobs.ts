export interface NewJob {
  readonly kind: 'advance-route';
  /** The job's subject; one open job per kind and subject. */
  readonly subject: string;
  readonly runAtMs: number;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface JobWrites {
  enqueue(job: NewJob): Promise<void>;
}

export interface LeasedJob extends NewJob {
  readonly id: string;
  readonly attempts: number;
  /** Increases with every lease: a writer with an older one has lost the job. */
  readonly fence: number;
}

/** Durable work, enqueued by the unit that causes it (`JobWrites.enqueue`). */
export interface JobQueue {
  /** Leases up to `limit` due jobs for `leaseMs`. */
  claim(worker: string, limit: number, leaseMs: number): Promise<readonly LeasedJob[]>;
  /** Extends leases; returns the ids still held. */
  heartbeat(worker: string, ids: readonly string[], leaseMs: number): Promise<readonly string[]>;
  complete(job: LeasedJob): Promise<void>;
  /** Returns it to run again at that time. */
  retry(job: LeasedJob, runAtMs: number): Promise<void>;
  /**
   * At start, takes over all leases and background jobs of stopped workers; only if one process has
   * the store to itself.
   */
  takeOver(): Promise<number>;
  /** Called when a job was enqueued by any process, so that the queue is fast without polling. */
  onEnqueued(listener: () => void): () => void;
}

/** Background work that one process does for all. */
export interface Duties {
  /**
   * Takes the job or extends its lease. Returns the fence, which increases with every change of
   * holder, or null while another worker has it.
   */
  hold(duty: string, worker: string, leaseMs: number): Promise<number | null>;
  /** Releases it immediately if the worker holds it. */
  leave(duty: string, worker: string): Promise<void>;
}
