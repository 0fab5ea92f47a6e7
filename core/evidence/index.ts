export type { DeliverReceipt } from './deliver-receipt.ts';
export { issueReceipt, type IssueReceipt, type IssueParts } from './issue-receipt.ts';
export { evidence, type EvidencePolicy } from './module.ts';
export type { ProvenReceipt, ProveReceipt } from './prove-receipt.ts';
export type { ReadReport } from './publish-report.ts';
export type { ProvenLiability } from './read-reserves.ts';
export type { ReadReceipt } from './read-receipt.ts';
export type { DailyReport } from './daily-report.ts';
export { entryBytes, type EntryKind, type LogEntry, type PlacedEntry } from './log-entry.ts';
export type {
  EvidenceReads,
  EvidenceWrites,
  KeptReceipt,
  KeptReserves,
  LogHead,
  OwedRoute,
  ReceiptKey,
} from './repository.ts';
export type { CardSignature, SignCard } from './sign-card.ts';
export { signClaims, type SignClaims, type SigningUnit } from './sign-claims.ts';
export type { SignPlan } from './sign-plan.ts';
export type { ReceiptKeys } from './signing-key.ts';
export type { Check, SeenOnChain, ShownReceipt, Verdict, VerifyReceipt } from './verify-receipt.ts';
