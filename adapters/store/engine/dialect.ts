import type { Log } from '@interline/ports';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Replica } from './replica.ts';
import type { Execute } from './statement.ts';

/** Where databases differ. Everything else in this folder is the same SQL for all of them. */
export interface Dialect {
  /** The only connections that write. */
  readonly writer: DataSourceOptions;
  /** Sees committed rows only, and cannot write. */
  readonly reader: DataSourceOptions;
  /** What several processes on one database need; null where a single one has it. */
  readonly shared: Shared | null;
  /**
   * Makes the store whole in one file, through the last connection of ours; false where another
   * process keeps it from that. Null where the store is not a file.
   */
  readonly settle: ((writer: DataSource) => Promise<boolean>) | null;
  /** Starts the transaction of a group of units. */
  readonly begin: string;
  /** Ends a select whose rows the unit will change; empty where the one writer is the lock. */
  readonly forUpdate: string;
  /**
   * Run in a unit, waits for the groups that other processes have begun and keeps their next ones
   * waiting until this one has ended: those see what it wrote. Null where a single process writes.
   */
  readonly waitForOthers: string | null;
  /** Ends a select of jobs to lease: several workers may ask at once. */
  readonly skipLocked: string;
  /**
   * The time that leases of jobs and duties are told by, in epoch milliseconds, as SQL in which
   * `:nowMs` is this process's own. One clock for all processes.
   */
  readonly leaseNow: string;
  /**
   * The database itself failed (full, locked, broken, closed), as opposed to a statement it
   * refused.
   */
  isDown(error: unknown): boolean;
  /** The transaction lost against another one and may be run again. */
  isConflict(error: unknown): boolean;
  /** The COMMIT that failed so may have been recorded all the same. */
  isInDoubt(error: unknown): boolean;
  /** Throws when a commit would be lost; left out where the database itself reports that. */
  readonly checkPlace?: () => void;
}

export interface Shared {
  /** The writer, with the time that migrations may take. */
  readonly migrator: DataSourceOptions;
  /**
   * Starts the transaction of job leases, which are guarded row by row and must not block the
   * units.
   */
  readonly beginJobs: string;
  /**
   * Starts the transaction of a group that lost against another process: with no other group at its
   * side it cannot lose again.
   */
  readonly beginAlone: string;
  /** Runs the work, which opens and migrates the database, while no other process does. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Says to the other processes what was committed here, and to this one what they say. */
  openNotifier(parts: NotifierParts): Promise<Notifier>;
  /** Null where the store has none. It connects by itself, once it is asked. */
  openReplica(parts: { readonly primary: Execute; readonly log: Log | null }): Replica | null;
}

export interface NotifierParts {
  readonly hear: {
    readonly jobs: () => void;
    readonly route: (id: string) => void;
    /** Any of both may have been said, and was not heard. */
    readonly gap: () => void;
  };
  /** Runs a statement on another connection than the one that listens. */
  readonly execute: Execute;
  readonly log: Log | null;
}

/** What it is given is said soon, and can be lost. */
export interface Notifier {
  sayJobs(): void;
  sayRoute(id: string): void;
  close(): Promise<void>;
}
