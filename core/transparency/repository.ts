import type { LogIdentity, LogTile, StorePort } from '@interline/ports';

/** Stored facts about one log beside its leaves. */
export interface LogRecord {
  /** `mint`, or a path below the mint's name: `lane-keys`, and `lane-keys/2` once begun again. */
  readonly path: string;
  readonly origin: string;
  /** Null for the first of its kind. */
  readonly begun: LogBeginning | null;
  /** Since when others remember leaves of it that the store does not have; null if none do. */
  readonly divergedAtMs: number | null;
}

/** The start of a log that continues the stored leaves of an earlier one under another name. */
export interface LogBeginning {
  /** The name of the one before it. */
  readonly after: string;
  /** How many leaves of the previous log it starts with. */
  readonly size: number;
  readonly atMs: number;
}

/** Reads of committed state on a separate connection. */
export interface LogReads {
  /** The identity of the logs; null before it exists. */
  identity(): Promise<LogIdentity | null>;
  /** Records of logs that were begun again, or that others remember differently. Usually empty. */
  logRecords(): Promise<readonly LogRecord[]>;
  /** How many leaves the stored tiles of that log cover. */
  treeSize(log: string): Promise<number>;
  /** The hashes of that tile, in base64; null if it is not stored. */
  tile(log: string, level: number, place: number): Promise<string | null>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface LogWrites extends LogReads {
  /** Does nothing if another process was faster. */
  keepIdentity(identity: LogIdentity): Promise<void>;
  /** False if a log with that path exists already. */
  beginLog(
    log: Pick<LogRecord, 'path' | 'origin'> & { readonly begun: LogBeginning },
  ): Promise<boolean>;
  noteDivergence(log: Pick<LogRecord, 'path' | 'origin' | 'divergedAtMs'>): Promise<void>;
  /** A tile replaces the stored one only if it has more hashes. */
  keepTiles(log: string, tiles: readonly LogTile[]): Promise<void>;
}

/** Committed state in this module's view. */
export interface LogView {
  readonly logs: LogReads;
}

/** One unit of work in this module's view. */
export interface LogUnit {
  readonly logs: LogWrites;
}

export type LogStore = StorePort<LogView, LogUnit>;
