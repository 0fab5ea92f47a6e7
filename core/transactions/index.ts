export { type AwaitedTransaction, awaitTransaction } from './await-transaction.ts';
export { ChainWatch } from './chain-watch.ts';
export {
  type CommittedTransaction,
  commitTransactions,
  sendCommitted,
  type StepOf,
} from './commit-transactions.ts';
export { burntWei, tookMoreThanPlain } from './burnt-gas.ts';
export {
  chargeBurnt,
  chargeRevert,
  clientRevertBudget,
  engineRevertBudget,
  gasReservation,
  payerRevertBudget,
  gasReservationId,
  isGasReservation,
  type Lost,
  type RevertKind,
  revertBudget,
} from './gas.ts';
export { type FloatTargets, type KnownTarget } from './float-targets.ts';
export { giveUpTransaction } from './give-up-transaction.ts';
export { freeIn } from './inventory.ts';
export { type AccountFinding, accountSweep, judgeAccount } from './judge-account.ts';
export { withEachKeySet, withKeysOf } from './key-sets.ts';
export { transactions } from './module.ts';
export { MulticallQueue } from './multicall-queue.ts';
export type {
  KeySet,
  Multicalls,
  TransactionPorts,
  TransactionSender,
  TransactionWatch,
} from './ports.ts';
export { isPullReturn, type PullReturn, readPullReturn } from './pull-return.ts';
export {
  bumpByOrder,
  dearerFor,
  fillByOrder,
  readReplaceable,
  type Replaceable,
} from './replace-by-order.ts';
export { fillNonce } from './replace-transaction.ts';
export {
  type Account,
  type AccountAnnouncements,
  type AccountRecord,
  type FloatTarget,
  type GasUse,
  type Holding,
  type MovedSeen,
  type SeenAs,
  StaleTransaction,
  type OpenCallCost,
  type OpenCost,
  type TransactionReads,
  type TransactionWrites,
  type UnmatchedClosing,
  unmatchedEnds,
  type UnmatchedTransaction,
  type UnprovenReason,
  type UnprovenSlot,
} from './repository.ts';
export { recover, resendOpen, resendTransaction } from './resume-sending.ts';
export { Sender } from './sender.ts';
export {
  type MinedTransaction,
  reopenDisplaced,
  reopenMined,
  settleEnd,
  type Booked,
  settleMined,
  settleReverted,
} from './settle-transaction.ts';
export {
  assertAccountsRun,
  isStoreBehind,
  stopAdvice,
  stopBehind,
  stopKindOf,
  stopText,
} from './stopped-account.ts';
export { freeingCapOf } from './stuck-at-cap.ts';
export { takenByOthers, unknownSlots, type UnknownSlots } from './unknown-slots.ts';
export { watchedOf } from './watched-of.ts';
export { reopenWithdrawal, type Withdrawal, withdrawFunds } from './withdraw-funds.ts';
export {
  endOf,
  movedUnits,
  noopsAmong,
  type Sighting,
  verdictInAnyBlock,
  verdictOf,
} from './verdict-of.ts';
export { unprovenAdvice } from './warn-unproven.ts';
