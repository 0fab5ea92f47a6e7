import type { LogIdentity, LogTile, StorePort } from '@interline/ports';

/** What is to be known of one log beside its leaves. */
export interface LogRecord {
  /** `mint`, or below the mint's name: `lane-keys`, and `lane-keys/2` once it was begun anew. */
  readonly path: string;
  readonly origin: string;
  /** Null for the first of its kind. */
  readonly begun: LogBeginning | null;
  /** Since when others remember leaves of it that the store does not have; null where none do. */
  readonly divergedAtMs: number | null;
}

/** A log that goes on from what the store has of an earlier one, under another name. */
export interface LogBeginning {
  /** The name of the one before it. */
  readonly after: string;
  /** How many of that one's leaves it has in front. */
  readonly size: number;
  readonly atMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface LogReads {
  /** Who keeps the logs; null before there is one. */
  identity(): Promise<LogIdentity | null>;
  /** Of logs that were begun anew, or that others remember otherwise; none of most stores. */
  logRecords(): Promise<readonly LogRecord[]>;
  /** How many leaves the kept tiles of that log cover. */
  treeSize(log: string): Promise<number>;
  /** The hashes of that tile, in base64; null where it is not kept. */
  tile(log: string, level: number, place: number): Promise<string | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface LogWrites extends LogReads {
  /** Nothing where another process did. */
  keepIdentity(identity: LogIdentity): Promise<void>;
  /** False where there is a log of that path already. */
  beginLog(
    log: Pick<LogRecord, 'path' | 'origin'> & { readonly begun: LogBeginning },
  ): Promise<boolean>;
  noteDivergence(log: Pick<LogRecord, 'path' | 'origin' | 'divergedAtMs'>): Promise<void>;
  /** A tile replaces what is kept of it only where it has more hashes. */
  keepTiles(log: string, tiles: readonly LogTile[]): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface LogView {
  readonly logs: LogReads;
}

/** One unit of work, as this module sees it. */
export interface LogUnit {
  readonly logs: LogWrites;
}

export type LogStore = StorePort<LogView, LogUnit>;
