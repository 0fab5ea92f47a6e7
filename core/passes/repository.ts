import type { StorePort } from '@interline/ports';
import type { LogUnit, LogView } from '../transparency/index.ts';
import type { PassKey } from './key-ring.ts';
import type { MintHead } from './mint/mint-text.ts';

/** How witnesses took the log that the mint's keys stand in. */
export interface MintLogRecord {
  /** Rotations that too few witnesses cosigned, each try counted. */
  readonly refused: number;
  /** When the witnesses were last asked in vain; null after they cosigned. */
  readonly triedAtMs: number | null;
  /** The newest checkpoint that enough of them cosigned. */
  readonly latest: { readonly checkpoint: string; readonly atMs: number } | null;
}

/** What the log says about one key, and the published head that commits to it. */
export interface MintLeaf {
  readonly seq: number;
  readonly text: string;
  /** Null while too few witnesses have cosigned it. */
  readonly published: { readonly head: MintHead; readonly checkpoint: string } | null;
}

export interface PublishedHead {
  readonly head: MintHead;
  /** Of the log with this head's leaf as its last. */
  readonly checkpoint: string;
  readonly signsFromMs: number;
  readonly atMs: number;
}

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
  /** Null before the logs are opened. */
  mintLog(): Promise<MintLogRecord | null>;
  /** Oldest first: the log. */
  mintLeaves(): Promise<readonly MintLeaf[]>;
  /** As they stood at the last full hour; null before the first. */
  passStats(): Promise<PassStats | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface PassWrites extends PassReads {
  /** False where another process has drawn the key of that number. */
  insertPassKey(key: PassKey, sealed: string): Promise<boolean>;
  /** Nothing where that key has its leaf: no leaf is ever replaced. */
  appendLeaf(seq: number, text: string): Promise<void>;
  /** False where the head is published already; what it was published with stays. */
  publishHead(published: PublishedHead): Promise<boolean>;
  /** A newer checkpoint of the same leaves. */
  keepCheckpoint(checkpoint: string, atMs: number): Promise<void>;
  noteUnwitnessed(atMs: number, refusedRotations: 0 | 1): Promise<void>;
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
export interface PassView extends LogView {
  readonly passes: PassReads;
}

/** One unit of work, as this module sees it. */
export interface PassUnit extends LogUnit {
  readonly passes: PassWrites;
}

export type PassStore = StorePort<PassView, PassUnit>;
