export {
  type BooksAccount,
  booksAccountKey,
  type BooksKind,
  booksKinds,
  holdingOf,
  type Line,
} from './books-account.ts';
export {
  type Classification,
  classifyDifference,
  type Difference,
  readDifference,
  unclaimedOf,
} from './classify-difference.ts';
export { depositEntry, depositId, refundFeeLines, type SeenDeposit } from './deposit-entry.ts';
export {
  engineDebtEnds,
  type EngineDebtEnd,
  engineDebtEntry,
  engineDebtOf,
} from './engine-debt.ts';
export { assertBalanced, type Entry, entryOf, standingEntries, tookIn } from './entry.ts';
export { csvLine, exportColumns, type ExportPage } from './export-entries.ts';
export { balancesOf } from './fold-entries.ts';
export type { HandedOver, SeenMined } from './mined-entry.ts';
export { books } from './module.ts';
export { postArrival } from './post-arrival.ts';
export { moveMined, postMined, reverseMined } from './post-transaction.ts';
export type { HoldingState } from './read-reconciliation.ts';
export { rebalancedEntry } from './rebalanced-entry.ts';
export { type ChainReconciled, reconcileChain } from './reconcile-chain.ts';
export type { BooksPolicy } from './reconcile-ports.ts';
export { postRecoveredGas } from './recovered-gas.ts';
export { refreshBooks } from './refresh-books.ts';
export type {
  BookReads,
  BookWrites,
  Check,
  DayPrice,
  DayTotal,
  EntryPage,
  Liability,
} from './repository.ts';
export {
  type BookedRoute,
  deliveredEntry,
  foundEntry,
  givenBackEntry,
  lostEntry,
  netOf,
  servedFromFloat,
  underWayEntry,
  writtenOffEntry,
} from './route-lines.ts';
export { type AccountBalance, showBalances } from './show-balances.ts';
export {
  type Profit,
  type Statement,
  statementGroups,
  type StatementQuestion,
} from './show-statement.ts';
export { type DayVolume, volumeOf } from './volume-of.ts';
