import type { StorePort } from '@interline/ports';
import type { LogUnit, LogView } from '../transparency/index.ts';
import type { PassKey } from './key-ring.ts';
import type { MintHead } from './mint/mint-text.ts';

/** The witnesses' results for the log of the mint's keys. */
export interface MintLogRecord {
  /** Rotations that too few witnesses cosigned; each attempt counts. */
  readonly refused: number;
  /** When the witnesses were last asked without success; null after they cosigned. */
  readonly triedAtMs: number | null;
  /** The newest checkpoint that enough of them cosigned. */
  readonly latest: { readonly checkpoint: string; readonly atMs: number } | null;
}

/** The log's statement about one key, and the published head that commits to it. */
export interface MintLeaf {
  readonly seq: number;
  readonly text: string;
  /** Null while too few witnesses have cosigned it. */
  readonly published: { readonly head: MintHead; readonly checkpoint: string } | null;
}

export interface PublishedHead {
  readonly head: MintHead;
  /** Checkpoint of the log that ends with this head's leaf. */
  readonly checkpoint: string;
  readonly signsFromMs: number;
  readonly atMs: number;
}

export interface PassStats {
  readonly atMs: number;
  readonly issued: number;
  readonly spent: number;
}

/** Reads of committed state on a separate connection. */
export interface PassReads {
  /** All keys ever used, oldest first. */
  passKeys(): Promise<readonly PassKey[]>;
  /** The sealed private half; null once destroyed. */
  sealedPassKey(seq: number): Promise<string | null>;
  /** Null before the logs are opened. */
  mintLog(): Promise<MintLogRecord | null>;
  /** Oldest first: the log. */
  mintLeaves(): Promise<readonly MintLeaf[]>;
  /** Counts at the last full hour; null before the first. */
  passStats(): Promise<PassStats | null>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface PassWrites extends PassReads {
  /** False if another process has created the key with that number. */
  insertPassKey(key: PassKey, sealed: string): Promise<boolean>;
  /** Does nothing if that key has its leaf: a leaf is never replaced. */
  appendLeaf(seq: number, text: string): Promise<void>;
  /** False if the head is already published; its publication stays unchanged. */
  publishHead(published: PublishedHead): Promise<boolean>;
  /** A newer checkpoint of the same leaves. */
  keepCheckpoint(checkpoint: string, atMs: number): Promise<void>;
  noteUnwitnessed(atMs: number, refusedRotations: 0 | 1): Promise<void>;
  destroyPassKey(seq: number): Promise<void>;
  countIssued(seq: number, passes: number): Promise<void>;
  /**
   * False if it was already spent. Stored without a time and ordered by id until passes of that key
   * expire, so the row reveals neither the spender nor the time.
   */
  spendPass(seq: number, spendId: string): Promise<boolean>;
  /** Deletes the spent ids of that key; their count stays. */
  forgetSpent(seq: number): Promise<void>;
  writePassStats(atMs: number): Promise<void>;
}

/** Committed state in this module's view. */
export interface PassView extends LogView {
  readonly passes: PassReads;
}

/** One unit of work in this module's view. */
export interface PassUnit extends LogUnit {
  readonly passes: PassWrites;
}

export type PassStore = StorePort<PassView, PassUnit>;
