import type { LogIdentity, LogTile, StorePort } from '@interline/ports';

/** Reads of committed state, on a connection of their own. */
export interface LogReads {
  /** Who keeps the logs; null before there is one. */
  identity(): Promise<LogIdentity | null>;
  /** How many leaves the kept tiles of that log cover. */
  treeSize(log: string): Promise<number>;
  /** The hashes of that tile, in base64; null where it is not kept. */
  tile(log: string, level: number, place: number): Promise<string | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface LogWrites extends LogReads {
  /** Nothing where another process did. */
  keepIdentity(identity: LogIdentity): Promise<void>;
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
