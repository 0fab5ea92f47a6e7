import type { StorePort } from '@interline/ports';
import type { LaneKeys } from './lane-keys.ts';

/** The last checkpoint that the log signed and its witnesses cosigned, over its first leaves. */
export interface LaneCheckpoint {
  readonly size: number;
  /** A signed note (c2sp.org/tlog-checkpoint). */
  readonly checkpoint: string;
  readonly cosignedAtMs: number;
}

/** Reads of committed state on a separate connection. */
export interface LaneReads {
  /** All keys ever offered, oldest first. */
  laneKeys(): Promise<readonly LaneKeys[]>;
  /** The sealed private halves; null once destroyed. */
  sealedLaneKeys(seq: number): Promise<string | null>;
  /** Null before the first. */
  laneCheckpoint(): Promise<LaneCheckpoint | null>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface LaneWrites extends LaneReads {
  /** False if another process has created the keys with that number. */
  insertLaneKeys(keys: LaneKeys, sealed: string): Promise<boolean>;
  destroyLaneKeys(seq: number): Promise<void>;
  /** Stores the newest; a checkpoint with fewer leaves than the stored one is ignored. */
  keepLaneCheckpoint(checkpoint: LaneCheckpoint): Promise<void>;
  /** Deletes the checkpoint of a log that continues under another name. */
  forgetLaneCheckpoint(): Promise<void>;
}

/** Committed state in this module's view. */
export interface LaneView {
  readonly privateLane: LaneReads;
}

/** One unit of work in this module's view. */
export interface LaneUnit {
  readonly privateLane: LaneWrites;
}

export type LaneStore = StorePort<LaneView, LaneUnit>;
