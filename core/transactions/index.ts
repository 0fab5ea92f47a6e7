export { assertAccountsRun } from './assert-accounts-run.ts';
export { type AwaitedTransaction, awaitTransaction } from './await-transaction.ts';
export { Batcher } from './batcher.ts';
export { ChainWatch, type Sighting } from './chain-watch.ts';
export type { Account, AccountAnnouncements } from './announcements.ts';
export type { TransactionPorts } from './ports.ts';
export { stopBehind } from './stop-account.ts';
export {
  commitTransactions,
  type CommittedTransaction,
  sendCommitted,
  signedSignedTransaction,
  type StepOf,
} from './commit-transactions.ts';
export { fillNonce, isNoop } from './fill-nonce.ts';
export { floatInventory } from './float-inventory.ts';
export { freeIn } from './free-in.ts';
export { gasReservationId, isGasReservation } from './gas-reservation.ts';
export { accountSweep, judgeAccount } from './judge-account.ts';
export { movedUnits } from './moved-units.ts';
export { learnBatching, openBatching } from './open-batching.ts';
export {
  type Holding,
  type AccountQueue,
  type SeenAs,
  StaleTransaction,
  type TransactionReads,
  type TransactionWrites,
} from './repository.ts';
export { recover, resendOpen } from './resume-sending.ts';
export { chargeRevert, clientRevertBudget, type Lost, revertBudget } from './revert-budget.ts';
export { Sender } from './sender.ts';
export { reopenDisplaced, settleDisplaced, settleMined } from './settle-transaction.ts';
export { isStoreBehind, stopAdvice, stopKindOf, stopText } from './stopped-account.ts';
export { verdictOf } from './verdict-of.ts';
export { unseenAdvice, warnUnseen } from './warn-unseen.ts';
export { transactions } from './module.ts';
