import type { ReceiptPublicKey, StorePort } from '@interline/ports';
import type { MessageUnit } from '../messaging/index.ts';

/** A key that signs receipts from `notBeforeMs` until `notAfterMs`, and verifies them for ever. */
export interface ReceiptKey extends ReceiptPublicKey {
  /** 1, 2, 3, without gaps. */
  readonly seq: number;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface ReceiptReads {
  /** All keys that ever signed, the oldest first. */
  receiptKeys(): Promise<readonly ReceiptKey[]>;
  /** The sealed private half; null once another key took its place. */
  sealedReceiptKey(seq: number): Promise<string | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface ReceiptWrites extends ReceiptReads {
  /** Destroys the private halves of the keys before it. */
  insertReceiptKey(key: ReceiptKey, sealed: string): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface ReceiptView {
  readonly receipts: ReceiptReads;
}

/** One unit of work, as this module sees it. */
export interface ReceiptUnit extends MessageUnit {
  readonly receipts: ReceiptWrites;
}

export type ReceiptStore = StorePort<ReceiptView, ReceiptUnit>;
