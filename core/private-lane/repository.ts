import type { StorePort } from '@interline/ports';
import type { LaneKeys } from './lane-keys.ts';

/** What the log signed and its witnesses cosigned last: its first so many leaves. */
export interface LaneCheckpoint {
  readonly size: number;
  /** A signed note (c2sp.org/tlog-checkpoint). */
  readonly checkpoint: string;
  readonly cosignedAtMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface LaneReads {
  /** All keys that were ever handed out, the oldest first. */
  laneKeys(): Promise<readonly LaneKeys[]>;
  /** The sealed private halves; null once they were destroyed. */
  sealedLaneKeys(seq: number): Promise<string | null>;
  /** Null before the first. */
  laneCheckpoint(): Promise<LaneCheckpoint | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface LaneWrites extends LaneReads {
  /** False where another process has drawn the keys of that number. */
  insertLaneKeys(keys: LaneKeys, sealed: string): Promise<boolean>;
  destroyLaneKeys(seq: number): Promise<void>;
  /** The newest; one of fewer leaves than are kept changes nothing. */
  keepLaneCheckpoint(checkpoint: LaneCheckpoint): Promise<void>;
  /** That of a log which goes on under another name. */
  forgetLaneCheckpoint(): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface LaneView {
  readonly privateLane: LaneReads;
}

/** One unit of work, as this module sees it. */
export interface LaneUnit {
  readonly privateLane: LaneWrites;
}

export type LaneStore = StorePort<LaneView, LaneUnit>;
