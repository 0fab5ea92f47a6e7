export { drainFormerKeys } from './drain-former-keys.ts';
export type { GiveOrder, Order, OrderOutcome } from './give-order.ts';
export { type AccountState, listAccounts, type ListAccounts } from './list-accounts.ts';
export {
  type Attention,
  attentionStages,
  listAttention,
  type ListAttention,
  unmatchedAdvice,
} from './list-attention.ts';
export { operations } from './module.ts';
export { raiseCap, type RaiseCap } from './raise-cap.ts';
export type { AuditEntry, OperationReads, OperationWrites } from './repository.ts';
export { resumeAccount, type ResumeAccount } from './resume-account.ts';
