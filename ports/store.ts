/**
 * The database in the view of its user: `Reads` and `Writes` name the repositories that it needs.
 * The composition has one store with all of them.
 */
export interface StorePort<Reads, Writes> {
  /** Committed state, read on a separate connection. */
  readonly reads: Reads;
  /**
   * One unit of work. Units are serializable; several may share one COMMIT. After a conflict with
   * another process `work` runs again from its start, so it must only compute and use `tx`.
   * Resolves only after its COMMIT is durable, and rejects with nothing written if `work` throws.
   * No network access inside. A unit started within a unit joins it.
   *
   * Throws `STORE_DOWN` if the database fails. Nothing was written, unless details have `recorded:
   * 'unknown'`: then the COMMIT was not answered, or the disk failed during it, and a read after a
   * later committed unit shows the result. `name` identifies the unit in logs and tests, e.g.
   * `accept-route`.
   */
  readonly run: <T>(name: string, work: (tx: Writes) => Promise<T>) => Promise<T>;
}
