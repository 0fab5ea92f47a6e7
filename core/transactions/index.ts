export { assertAccountsRun } from './assert-accounts-run.ts';
export { type AwaitedEffect, awaitEffect } from './await-effect.ts';
export { Batcher } from './batcher.ts';
export { ChainWatch, type Sighting } from './chain-watch.ts';
export type { Account, AccountAnnouncements } from './announcements.ts';
export type { TransactionPorts } from './ports.ts';
export { stopBehind } from './stop-account.ts';
export {
  commitEffects,
  type CommittedEffect,
  sendCommitted,
  signedEnvelope,
  type StepOf,
} from './commit-effects.ts';
export { fillNonce, isNoop } from './fill-nonce.ts';
export { floatInventory } from './float-inventory.ts';
export { freeIn } from './free-in.ts';
export { gasClaimId, isGasClaim } from './gas-claim.ts';
export { accountSweep, judgeAccount } from './judge-account.ts';
export { movedUnits } from './moved-units.ts';
export { learnBatching, openBatching } from './open-batching.ts';
export {
  type Holding,
  type NonceLane,
  type SeenAs,
  StaleEffect,
  type TransactionReads,
  type TransactionWrites,
} from './repository.ts';
export { recover, resendOpen } from './resume-sending.ts';
export { chargeRevert, clientRevertBudget, type Lost, revertBudget } from './revert-budget.ts';
export { Sender } from './sender.ts';
export { reopenDisplaced, settleDisplaced, settleMined } from './settle-effect.ts';
export { isStoreBehind, stopAdvice, stopKindOf, stopText } from './stopped-account.ts';
export { verdictOf } from './verdict-of.ts';
export { unseenAdvice, warnUnseen } from './warn-unseen.ts';
