/** One process that has the store open, as other processes see it. */
export interface Instance {
  readonly id: string;
  /** Its function: `service`, `http`, `worker`, `recovery`. */
  readonly role: string;
  readonly version: string;
  /**
   * Its accounts by chain and role, such as `eip155:8453 float`: those of the current keys, then
   * those of each rotated pair, newest first.
   */
  readonly accounts: readonly Readonly<Record<string, string>>[];
  /**
   * A digest of each part of its config that must be equal in all processes, by the part's name.
   */
  readonly parts: Readonly<Record<string, string>>;
}

export interface LiveInstance extends Instance {
  /** When it joined, by the lease's clock. */
  readonly sinceMs: number;
}

/** The processes that have the store open, each with a lease. */
export interface Instances {
  /**
   * Joins the live processes and returns the result of `judge` about them. If that throws, nothing
   * is written. Of two that join at the same time one sees the other; `judge` may be called again.
   */
  join<T>(
    instance: Instance,
    leaseMs: number,
    judge: (others: readonly LiveInstance[]) => T,
  ): Promise<T>;
  /** False if the lease has expired: others may have joined without seeing this one. */
  extend(id: string, leaseMs: number): Promise<boolean>;
  leave(id: string): Promise<void>;
}
