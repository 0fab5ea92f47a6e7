export type { Anchored, AnchorRow, ReadAnchor } from './anchor-row.ts';
export type { AddCover, CoverRowsYesterday } from './cover-rows.ts';
export { mostCoverRows } from './cover-rows.ts';
export { buckets, rowBytes, rowsAtOnce } from './message-row.ts';
export { messaging, type MessagePolicy } from './module.ts';
export { putRow, type PutRow } from './put-row.ts';
export type { MailboxPage, ReadMailbox } from './read-mailbox.ts';
export type { MessageReads, MessageUnit, MessageWrites } from './repository.ts';
export type { SendRow } from './send-row.ts';
