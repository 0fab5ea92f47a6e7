import type { DataSourceOptions } from 'typeorm';

/** Where databases differ. Everything else in this folder is the same SQL for all of them. */
export interface Dialect {
  /** The only connection that writes. */
  readonly writer: DataSourceOptions;
  /** Sees committed rows only, and cannot write. */
  readonly reader: DataSourceOptions;
  /** Starts the transaction of a group of units. */
  readonly begin: string;
  /** Ends a select whose rows the unit will change; empty where the one writer is the lock. */
  readonly forUpdate: string;
  /** Ends a select of jobs to lease: several workers may ask at once. */
  readonly skipLocked: string;
  /** The database itself failed (full, locked, broken, closed), as opposed to a statement it refused. */
  isDown(error: unknown): boolean;
}
