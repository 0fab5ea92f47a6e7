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

export interface LeasedJob extends NewJob {
  readonly id: string;
  readonly attempts: number;
  /** Rises with every lease: a writer with an older one has lost the job. */
  readonly fence: number;
}

/** Durable work, enqueued by the unit that makes it necessary (`JobWrites.enqueue`). */
export interface JobQueue {
  /** Leases up to `limit` due jobs for `leaseMs`. */
  claim(worker: string, limit: number, leaseMs: number): Promise<readonly LeasedJob[]>;
  /** Extends leases; returns the ids still held. */
  heartbeat(worker: string, ids: readonly string[], leaseMs: number): Promise<readonly string[]>;
  complete(job: LeasedJob): Promise<void>;
  /** Gives it back to run again at that time. */
  retry(job: LeasedJob, runAtMs: number): Promise<void>;
  /**
   * All leases and duties of workers that no longer run, at start: only where one process has the
   * store to itself.
   */
  takeOver(): Promise<number>;
  /** Wakes when a job was enqueued, here or by another process; queue speed without polling. */
  onEnqueued(listener: () => void): () => void;
}

/** Work that one process does for all of them. */
export interface Duties {
  /**
   * Takes the duty or extends its lease: the fence, which rises with every change of hands, or null
   * while another worker has it.
   */
  hold(duty: string, worker: string, leaseMs: number): Promise<number | null>;
  /** Gives it back at once, where the worker has it. */
  leave(duty: string, worker: string): Promise<void>;
}
