export { Ages } from './send/ages.ts';
export { type AwaitedTransaction, awaitTransaction } from './watch/await-transaction.ts';
export { ChainWatch } from './watch/chain-watch.ts';
export {
  type CommittedTransaction,
  commitTransactions,
  sendCommitted,
  type StepOf,
} from './send/commit-transactions.ts';
export { sendOrPostpone } from './send/send-or-postpone.ts';
export { burntCost, tookMoreThanPlain } from './settle/burnt-gas.ts';
export {
  assertGas,
  chargeBurnt,
  chargeRevert,
  clientRevertBudget,
  laneRevertBudget,
  engineRevertBudget,
  gasReservation,
  payerRevertBudget,
  gasReservationId,
  isGasReservation,
  type Lost,
  type RevertKind,
  revertBudget,
} from './gas.ts';
export { hasRoomToLose, isAnySpent, leftToLose, withinLane } from './left-to-lose.ts';
export { type FloatTargets, type KnownTarget } from './float/float-targets.ts';
export { giveUpTransaction } from './replace/give-up-transaction.ts';
export { floatBook } from './float/float-book.ts';
export { freeIn } from './float/inventory.ts';
export { wantedDepth } from './float/wanted-depth.ts';
export {
  commitFillers,
  fillersAmong,
  freeSlots,
  seeFillersThrough,
} from './accounts/fill-free-slots.ts';
export { type AccountFinding, accountSweep, judgeAccount } from './accounts/judge-account.ts';
export { withEachKeySet, withKeysOf } from './accounts/key-sets.ts';
export { transactions } from './module.ts';
export { MulticallQueue } from './multicalls/multicall-queue.ts';
export type {
  KeySet,
  Multicalls,
  TransactionPorts,
  TransactionSender,
  TransactionWatch,
} from './ports.ts';
export { isPullReturn, type PullReturn, readPullReturn } from './float/pull-return.ts';
export {
  bumpByOrder,
  dearerFor,
  fillByOrder,
  readReplaceable,
  type Replaceable,
} from './replace/replace-by-order.ts';
export { fillSlot } from './replace/replace-transaction.ts';
export {
  type Account,
  type AccountAnnouncements,
  type AccountRecord,
  type FloatTarget,
  type GasUse,
  type Holding,
  type SeenAs,
  type PendingPull,
  type ShallowPull,
  StaleTransaction,
  type OpenCallCost,
  type OpenCost,
  type TransactionReads,
  type TransactionUnit,
  type TransactionView,
  type TransactionWrites,
  type OpenScope,
  type UnfinalBlock,
} from './repository.ts';
export { type UnprovenReason, type UnprovenSlot } from './unproven-slot.ts';
export {
  type MovedSeen,
  type UnmatchedClosing,
  unmatchedEnds,
  type UnmatchedTransaction,
} from './unmatched-transaction.ts';
export type { Line, LinePlace } from './multicalls/waiting-line.ts';
export { recover, resendOpen, resendTransaction } from './send/resume-sending.ts';
export { Sender } from './send/sender.ts';
export {
  type MinedTransaction,
  reopenDisplaced,
  reopenMined,
  settleEnd,
  type Booked,
  settleMined,
  settleReverted,
} from './settle/settle-transaction.ts';
export {
  assertAccountsRun,
  isStoreBehind,
  stopAdvice,
  stopBehind,
  stopKindOf,
  stopText,
} from './accounts/stopped-account.ts';
export { freeingCapOf } from './replace/stuck-at-cap.ts';
export { takenByOthers, unknownSlots, type UnknownSlots } from './accounts/unknown-slots.ts';
export { watchedOf } from './watch/watched-of.ts';
export {
  rehearseWithdrawal,
  reopenWithdrawal,
  type Withdrawal,
  withdrawFunds,
} from './float/withdraw-funds.ts';
export {
  endOf,
  movedUnits,
  noopsAmong,
  type Sighting,
  verdictInAnyBlock,
  verdictOf,
} from './watch/verdict-of.ts';
export { unprovenAdvice } from './watch/warn-unproven.ts';
