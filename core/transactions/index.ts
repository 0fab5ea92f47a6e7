export {
  assertAccountsRun,
  isStoreBehind,
  stopAdvice,
  stopBehind,
  stopKindOf,
  stopText,
} from './stopped-account.ts';
export { type AwaitedTransaction, awaitTransaction } from './await-transaction.ts';
export { MulticallQueue } from './multicall-queue.ts';
export { ChainWatch, type Sighting } from './chain-watch.ts';
export {
  type Account,
  type AccountAnnouncements,
  type AccountRecord,
  type Holding,
  type SeenAs,
  StaleTransaction,
  type TransactionReads,
  type TransactionWrites,
} from './repository.ts';
export type { TransactionPorts } from './ports.ts';
export {
  commitTransactions,
  type CommittedTransaction,
  sendCommitted,
  ensureSigned,
  type StepOf,
} from './commit-transactions.ts';
export { fillNonce, isNoop } from './replace-transaction.ts';
export { floatInventory, freeIn } from './inventory.ts';
export {
  chargeRevert,
  clientRevertBudget,
  gasReservationId,
  isGasReservation,
  type Lost,
  revertBudget,
} from './gas.ts';
export { accountSweep, judgeAccount } from './judge-account.ts';
export { movedUnits, unseenAdvice, verdictOf, warnUnseen } from './verdict-of.ts';
export { learnDelegations, openMulticalls } from './open-multicalls.ts';
export { recover, resendOpen } from './resume-sending.ts';
export { Sender } from './sender.ts';
export { reopenDisplaced, settleDisplaced, settleMined } from './settle-transaction.ts';
export { transactions } from './module.ts';
