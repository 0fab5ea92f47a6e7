/** One process that has the store open, as the others see it. */
export interface Instance {
  readonly id: string;
  /** What it does: `service`, `http`, `worker`, `recovery`. */
  readonly role: string;
  readonly version: string;
  /**
   * Its accounts by chain and role, such as `eip155:8453 float`: those of the keys in use, then those
   * of each pair that was rotated out, the newest first.
   */
  readonly accounts: readonly Readonly<Record<string, string>>[];
  /** A digest of each part of its config that all must have alike, by the part's name. */
  readonly parts: Readonly<Record<string, string>>;
}

export interface LiveInstance extends Instance {
  /** When it joined, by the clock of its lease. */
  readonly sinceMs: number;
}

/** The processes that have the store open, each under a lease. */
export interface Instances {
  /**
   * Joins the live ones and returns what `judge` says of them. Where that throws, nothing is
   * written. Of two that join at the same time one sees the other; `judge` may be asked again.
   */
  join<T>(
    instance: Instance,
    leaseMs: number,
    judge: (others: readonly LiveInstance[]) => T,
  ): Promise<T>;
  /** False where the lease has run out: others may have joined without regard to this one. */
  extend(id: string, leaseMs: number): Promise<boolean>;
  leave(id: string): Promise<void>;
}
