export {
  type Archived,
  archiveEnded,
  type ArchiveOrder,
  type ArchivePorts,
} from './archive/archive-ended.ts';
export {
  type ComparedRail,
  type CompareRails,
  type Comparison,
  type FirstParty,
} from './compare/compare-rails.ts';
export {
  type EffectiveFee,
  effectiveFee,
  effectiveFeeBps,
  effectiveFeePct,
  type Guard,
  guardFeePct,
  lostUnits,
} from './compare/guard.ts';
export {
  type LaneScore,
  type RailScore,
  type ReadScorecard,
  type Scorecard,
  type ScorecardQuestion,
} from './compare/read-scorecard.ts';
export {
  type ReadSeries,
  type Series,
  seriesSpans,
  type SeriesSpan,
  type SeriesSlot,
} from './compare/read-series.ts';
export type { TrackRecord } from './compare/quality-score.ts';
export type { TransferHistory } from './compare/transfer-history.ts';
export { expectedUntilMs, hasLock } from './deposit/deposit.ts';
export type {
  Deposit,
  DepositChange,
  DepositRefund,
  DepositState,
  OutputUse,
  SeenOutput,
} from './deposit/deposit.ts';
export type { Funding, WaitingFundings } from './funding/funding.ts';
export { bpsOf, costsOfMove, type MoveCost, refuseCost } from './execute/cost-of-move.ts';
export { checkOrder } from './execute/check-order.ts';
export { type ExecuteRequest, isLive, type SandboxOutcome } from './execute-request.ts';
export { executeRoute, type ExecuteRoute } from './execute/execute-route.ts';
export type { Execution } from './execute/execution.ts';
export {
  assertMayMove,
  type FloatMove,
  moveFloat,
  type MoveFloat,
  moveQuestion,
  railsOfFloat,
  rehearseMove,
  type RehearseMove,
  type StartedMove,
} from './execute/move-float.ts';
export { ownTightnessOf } from './execute/refuse-tight.ts';
export { notFree } from './float/reserve-float.ts';
export { PriceMoved } from './execute/price-moved.ts';
export {
  type PreparedOrder,
  type PrepareOrder,
  type SignRequest,
} from './execute/prepare-order.ts';
export type { TransferPorts } from './ports.ts';
export { takesEip2612 } from './preflight/inspect-order.ts';
export { type Preflight, type PreflightRoute } from './preflight/preflight-route.ts';
export {
  type ComparedOffer,
  quoteRoute,
  type QuoteRoute,
  type RankedOffer,
  type RouteQuote,
} from './quote/quote-route.ts';
export { RailsRefused } from './quote/rails-refused.ts';
export { heldDepositRefundOf, type HeldRefund } from './held-refund.ts';
export { chargedOf, feePartsOf, type Receipt, receiptOf } from './receipt.ts';
export { assertEndable, dueAtMs, ownPorts } from './recover/end-by-order.ts';
export {
  orderRefund,
  type PlannedRefund,
  planRefund,
  type RefundOrder,
} from './recover/refund-by-order.ts';
export { deliveryEntry, examineDelivery, settleByOrder } from './recover/settle-by-order.ts';
export { writeOff, writeOffEntry } from './recover/write-off.ts';
export { type AccountForward, readForward, type ForwardOptions } from './recover/bring-forward.ts';
export type { FoundTransaction } from './recover/record-history.ts';
export {
  bringAllForward,
  type ChainRecovery,
  recoverFromChain,
  type RecoverFromChain,
} from './recover/recover-from-chain.ts';
export { depositsItMayBeOf, heldBy, mayBeOfRoute } from './recover/held-by.ts';
export { quarantineRoutes } from './recover/unsettled-routes.ts';
export { releaseRefund, type ReleaseRefund } from './recover/release-refund.ts';
export { releaseRoute, type ReleaseRoute, unlessMoved } from './recover/release-route.ts';
export { settleUnawaited } from './recover/settle-unawaited.ts';
export type {
  AgentHold,
  MandateHold,
  RouteAnnouncements,
  RouteEvent,
  TickLease,
} from './announcements.ts';
export { sweepFinality } from './recover/sweep-finality.ts';
export {
  type ArchiveCandidates,
  type ArchivePage,
  type EndedPlace,
  type ExportPage,
  type OwingRoute,
  type PagePlace,
  type OwnFilter,
  type OwnRoute,
  type OwnRoutePlace,
  type TransferRecord,
  type KeptOrder,
  PermitTaken,
  StaleRoute,
  type TransferReads,
  type TransferStore,
  type TransferUnit,
  type LockedDeposits,
  type WaitingDeposits,
  type TransferView,
  type TransferWrites,
} from './repository.ts';
export {
  isReturned,
  isTerminal,
  mayMove,
  type RailRefusal,
  type Route,
  type RouteChange,
  type RouteStatus,
  routeStatuses,
  stages,
  waitingStages,
} from './route.ts';
export { refundRole } from './settle/refund-terms.ts';
export { bookedRoute } from './settle/booked-route.ts';
export type { PayersQuestion, ReadPayersRoutes } from './settle/payers-routes.ts';
export { claimOf, readRoute, type ReadRoute } from './settle/read-route.ts';
export type { AskWallet, OwnRoutesQuestion, ReadOwnRoutes } from './settle/read-own-routes.ts';
export type { ReadTimeline, Timeline, TimelineStep } from './settle/read-timeline.ts';
export type { ReadByTransaction, SeenRoute } from './settle/read-by-transaction.ts';
export { isEndShown } from './settle/shown-end.ts';
export { returnsTo } from './deposit/deposit.ts';
export { missingOf, partCostOf } from './deposit/worth-of.ts';
export type { PrepareDeposit, PreparedDeposit } from './deposit/prepare-deposit.ts';
export type { AmountFor } from './quote/amount-for.ts';
export { returnDeposit } from './deposit/return-by-order.ts';
export { setRefundAddress, type SetRefundAddress } from './deposit/set-refund-address.ts';
export { settleRefunds } from './deposit/settle-refunds.ts';
export { sweepDeposits } from './deposit/sweep-deposits.ts';
export { RouteRunner } from './settle/route-runner.ts';
export {
  chooseOffer,
  type ChosenOffer,
  eligibilityOf,
  type Goal,
  goals,
} from './solve/rank-options.ts';
export {
  type IntentOption,
  type IntentPlan,
  type IntentRequest,
  type IntentSource,
  type SkippedSource,
  type SolveIntent,
} from './solve/solve-intent.ts';
export { transfer } from './module.ts';
