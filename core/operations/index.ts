export { drainFormerKeys } from './drain-former-keys.ts';
export type { FindRoutes, FoundRoutes } from './find-routes.ts';
export { giveOrder, type GiveOrder, type Order, type OrderOutcome } from './give-order.ts';
export { begunLogs, type LogOrder } from './actions/begin-log.ts';
export type { BumpInput, Sent } from './actions/bump-transaction.ts';
export type { CancelInput } from './actions/cancel-transaction.ts';
export type { EngineDebtOrder } from './actions/close-engine-debt.ts';
export type { ClassifyInput } from './actions/classify-difference.ts';
export type { RefundInput } from './actions/release-refund.ts';
export { resumeStopped } from './actions/resume-account.ts';
export type { SettleInput } from './actions/settle-route.ts';
export type { FormerKeys } from './former-keys.ts';
export { type AccountState, listAccounts, type ListAccounts } from './list-accounts.ts';
export {
  type FloatAlarm,
  type FloatLevel,
  type FloatLevels,
  type FloatPolicy,
  type GasLevel,
} from './float/float-levels.ts';
export type { RebalanceOrder } from './float/rebalance-float.ts';
export type { PullReturnOrder } from './float/return-pull.ts';
export type { TargetOrder } from './float/set-target.ts';
export type { SuggestedMove } from './float/suggest-moves.ts';
export type { WithdrawalOrder } from './float/withdraw-float.ts';
export { closeUnmatched, type CloseOrder } from './desk/close-unmatched.ts';
export { type DeskEntry, deskKinds } from './desk/desk-entry.ts';
export { deskOf } from './desk/desk-of.ts';
export type { Desk, ReadDesk } from './desk/read-desk.ts';
export { operations } from './module.ts';
export { raiseCap, type RaiseCap } from './raise-cap.ts';
export type { ChainHealth, GasBudget, Health, ReadHealth } from './read-health.ts';
export type { AuditEntry, OperationReads, OperationStore, OperationWrites } from './repository.ts';
export type { AccountSheet, OpenTransaction, ShowAccount, ShownByChain } from './show-account.ts';
