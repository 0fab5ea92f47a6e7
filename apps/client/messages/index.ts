export {
  type AnchoredMessage,
  anchorMessage,
  type AnchorOptions,
  AnchorPendingError,
} from './anchor-message.ts';
export {
  type AnchorCheckOptions,
  type AnchoredRow,
  AnchorError,
  checkAnchor,
  type ProvenAnchor,
} from './anchor-proof.ts';
export { bucketOf, createMailbox, dayOf, type Mailbox } from './mailbox.ts';
export {
  addCover,
  mostReadingPasses,
  type OutgoingMessage,
  type ReadingEnd,
  type ReadMessages,
  readMessages,
  type ReadQuestion,
  sendMessage,
  type SentMessage,
} from './messages.ts';
export { mostTextBytes, openRow, sealRow } from './row.ts';
