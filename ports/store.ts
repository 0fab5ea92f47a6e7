/**
 * The database, as what uses it sees it: `Reads` and `Writes` name the repositories it works with.
 * The composition has one store that has them all.
 */
export interface StorePort<Reads, Writes> {
  /** Committed state, read on a connection of its own. */
  readonly reads: Reads;
  /**
   * One unit of work. Units run one after another, or as if they did; several may share one COMMIT.
   * Where another process was faster `work` runs again from its start, so it does nothing but
   * compute and use `tx`. Resolves only after its COMMIT is durable, and rejects with nothing
   * written when `work` throws. No network inside. A unit started within a unit joins it. Throws
   * `STORE_DOWN` when the database fails: nothing was written, unless details say
   * `recorded: 'unknown'`; then the COMMIT was not answered, or the disk failed in it, and a read
   * after a later unit was kept tells.
   * `name` tells logs and tests which unit it is, e.g. `accept-route`.
   */
  readonly run: <T>(name: string, work: (tx: Writes) => Promise<T>) => Promise<T>;
}
