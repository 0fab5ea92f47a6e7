/** Size of every row, for any content: a message, cover, or a receipt. */
export const rowBytes = 4_096;
/**
 * Number of mailboxes. A mailbox is identified by 12 bits of its owner's key and the day, and
 * nothing else.
 */
export const buckets = 4_096;
/** Rows per response. */
export const rowsAtOnce = 8;

export interface MessageRow {
  readonly id: string;
  readonly bucket: number;
  /** UTC day, as `2026-11-23`. */
  readonly day: string;
  /** Position from 0, in order of arrival within its bucket and day. */
  readonly place: number;
  /** `rowBytes` in base64. */
  readonly body: string;
}

/** An anchored row: its hash is a leaf of the log. */
export interface MessageAnchor {
  readonly id: string;
  /** Position among all anchored rows, from 0. */
  readonly place: number;
  /** SHA-256 of the row, in hex. */
  readonly hash: string;
}

/** Proof that it is in the log. */
export interface MessageProof {
  /** From the leaf's sibling up, base64. */
  readonly path: readonly string[];
  /** Cosigned checkpoint of the log that includes it. */
  readonly checkpoint: string;
}

export const dayMs = 86_400_000;
