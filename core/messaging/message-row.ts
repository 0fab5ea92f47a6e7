/** Every row has this size, whatever is in it: a message, cover, or a receipt. */
export const rowBytes = 4_096;
/** A mailbox is one of these: 12 bits of its owner's key and the day, and no more. */
export const buckets = 4_096;
/** Rows of one answer. */
export const rowsAtOnce = 8;

export interface MessageRow {
  readonly id: string;
  readonly bucket: number;
  /** Of UTC, as `2026-11-23`. */
  readonly day: string;
  /** From 0, in the order of arrival within its bucket and day. */
  readonly place: number;
  /** `rowBytes` in base64. */
  readonly body: string;
}

/** An anchored row: its hash is a leaf of the log. */
export interface MessageAnchor {
  readonly id: string;
  /** Among all that was anchored, from 0. */
  readonly place: number;
  /** SHA-256 of the row, in hex. */
  readonly hash: string;
}

/** That it stands in the log. */
export interface MessageProof {
  /** From the leaf's sibling up, base64. */
  readonly path: readonly string[];
  /** Of the log with it, cosigned. */
  readonly checkpoint: string;
}

export const dayMs = 86_400_000;
