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

/** Reads of committed state, on a connection of their own. */
export interface MessageReads {
  messageRow(id: string): Promise<MessageRow | null>;
  /** In the order of arrival. */
  mailbox(part: MailboxPart, limit: number): Promise<readonly MessageRow[]>;
  /** How many rows of that day were cover. */
  coverRows(day: string): Promise<number>;
  anchor(id: string): Promise<MessageAnchor | null>;
  /** Leaves of the log, from that place on. */
  anchorHashes(from: number, limit: number): Promise<readonly string[]>;
  hasAnchor(place: number): Promise<boolean>;
  /** How many have their proofs: those of the first places. */
  provenAnchors(): Promise<number>;
  /** Null while the log does not have it. */
  anchorProof(place: number): Promise<MessageProof | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface MessageWrites extends MessageReads {
  /** Its place in its bucket and day. Kept without a time and without who sent it. */
  appendRow(row: Omit<MessageRow, 'place'>): Promise<number>;
  countCover(day: string, rows: number): Promise<void>;
  /** Its place among all; the same one for a row that was anchored before. */
  anchorRow(id: string, hash: string): Promise<number>;
  /** The paths of the anchors from that place on; nothing for one that has its proof. */
  keepProofs(
    log: { readonly size: number; readonly checkpoint: string },
    from: number,
    paths: readonly (readonly string[])[],
  ): Promise<void>;
  /** Forgets rows and counts of earlier days. */
  pruneMessages(beforeDay: string): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface MessageView extends LogView {
  readonly passes: PassReads;
  readonly messages: MessageReads;
}

/** One unit of work, as this module sees it. */
export interface MessageUnit extends PassUnit, LogUnit {
  readonly messages: MessageWrites;
}

export type MessageStore = StorePort<MessageView, MessageUnit>;
