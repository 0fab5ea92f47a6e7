import type { StorePort } from '@interline/ports';
import type { PassReads, PassUnit } from '../passes/index.ts';
import type { LogUnit, LogView } from '../transparency/index.ts';
import type { MessageAnchor, MessageProof, MessageRow } from './message-row.ts';

interface MailboxPart {
  readonly bucket: number;
  readonly day: string;
  /** -1 for the beginning. */
  readonly afterPlace: number;
}

/** Reads of committed state on a separate connection. */
export interface MessageReads {
  messageRow(id: string): Promise<MessageRow | null>;
  /** In the order of arrival. */
  mailbox(part: MailboxPart, limit: number): Promise<readonly MessageRow[]>;
  /** How many rows of that day were cover. */
  coverRows(day: string): Promise<number>;
  anchor(id: string): Promise<MessageAnchor | null>;
  /** Leaves of the log, from that position on. */
  anchorHashes(from: number, limit: number): Promise<readonly string[]>;
  hasAnchor(place: number): Promise<boolean>;
  /** How many anchors have proofs; those are the first positions. */
  provenAnchors(): Promise<number>;
  /** Null while the log does not have it. */
  anchorProof(place: number): Promise<MessageProof | null>;
}

/** Writes in a unit; its reads see the unit's own writes. */
export interface MessageWrites extends MessageReads {
  /** Returns its position in its bucket and day. Stored without a time and without the sender. */
  appendRow(row: Omit<MessageRow, 'place'>): Promise<number>;
  countCover(day: string, rows: number): Promise<void>;
  /** Returns its position among all anchors; the same one if the row was anchored before. */
  anchorRow(id: string, hash: string): Promise<number>;
  /** Stores the paths of the anchors from that position on; skips an anchor that has its proof. */
  keepProofs(
    log: { readonly size: number; readonly checkpoint: string },
    from: number,
    paths: readonly (readonly string[])[],
  ): Promise<void>;
  /** Deletes rows and counts of earlier days. */
  pruneMessages(beforeDay: string): Promise<void>;
}

/** Committed state in this module's view. */
export interface MessageView extends LogView {
  readonly passes: PassReads;
  readonly messages: MessageReads;
}

/** One unit of work in this module's view. */
export interface MessageUnit extends PassUnit, LogUnit {
  readonly messages: MessageWrites;
}

export type MessageStore = StorePort<MessageView, MessageUnit>;
