export { drainFormerKeys } from './drain-former-keys.ts';
export type { GiveOrder, Order, OrderOutcome } from './give-order.ts';
export { type AccountState, listAccounts, type ListAccounts } from './list-accounts.ts';
export {
  type Attention,
  attentionStages,
  listAttention,
  type ListAttention,
} from './list-attention.ts';
export {
  type FloatAlarm,
  type FloatLevel,
  type FloatLevels,
  type FloatPolicy,
  type GasLevel,
} from './float/float-levels.ts';
export type { RebalanceOrder } from './float/rebalance-float.ts';
export type { TargetOrder } from './float/set-target.ts';
export type { SuggestedMove } from './float/suggest-moves.ts';
export type { WithdrawalOrder } from './float/withdraw-float.ts';
export { operations } from './module.ts';
export { raiseCap, type RaiseCap } from './raise-cap.ts';
export type { AuditEntry, OperationReads, OperationWrites } from './repository.ts';
export { resumeAccount, type ResumeAccount } from './resume-account.ts';
