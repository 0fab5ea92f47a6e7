import type { StorePort } from '@interline/ports';
import type { PassKey } from './key-ring.ts';

export interface PassStats {
  readonly atMs: number;
  readonly issued: number;
  readonly spent: number;
}

/** Reads of committed state, on a connection of their own. */
export interface PassReads {
  /** All keys that ever signed, the oldest first. */
  passKeys(): Promise<readonly PassKey[]>;
  /** The sealed private half; null once it was destroyed. */
  sealedPassKey(seq: number): Promise<string | null>;
  /** As they stood at the last full hour; null before the first. */
  passStats(): Promise<PassStats | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface PassWrites extends PassReads {
  /** False where another process has drawn the key of that number. */
  insertPassKey(key: PassKey, sealed: string): Promise<boolean>;
  destroyPassKey(seq: number): Promise<void>;
  countIssued(seq: number, passes: number): Promise<void>;
  /**
   * False where it was spent. Kept without a time, and in the order of the ids, until passes of
   * that key expire: the row does not tell who spent it, or when.
   */
  spendPass(seq: number, spendId: string): Promise<boolean>;
  /** Forgets what was spent of that key; its number stays counted. */
  forgetSpent(seq: number): Promise<void>;
  writePassStats(atMs: number): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface PassView {
  readonly passes: PassReads;
}

/** One unit of work, as this module sees it. */
export interface PassUnit {
  readonly passes: PassWrites;
}

export type PassStore = StorePort<PassView, PassUnit>;
