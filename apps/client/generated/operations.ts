// Written by `npm run client:types` from the service's OpenAPI document.

import type { A2aAnswer } from './shapes/a2a-answer.ts';
import type { A2aRequest } from './shapes/a2a-request.ts';
import type { A2aSendMessage } from './shapes/a2a-send-message.ts';
import type { A2aSent } from './shapes/a2a-sent.ts';
import type { A2aTask } from './shapes/a2a-task.ts';
import type { A2aTaskList } from './shapes/a2a-task-list.ts';
import type { A2aTasksQuery } from './shapes/a2a-tasks-query.ts';
import type { AccountEvents } from './shapes/account-events.ts';
import type { AccountEventsQuery } from './shapes/account-events-query.ts';
import type { AccountHook } from './shapes/account-hook.ts';
import type { AccountHookCreated } from './shapes/account-hook-created.ts';
import type { AccountHookDeleted } from './shapes/account-hook-deleted.ts';
import type { AccountHookDeliveries } from './shapes/account-hook-deliveries.ts';
import type { AccountHookDelivery } from './shapes/account-hook-delivery.ts';
import type { AccountHookRotated } from './shapes/account-hook-rotated.ts';
import type { AccountHookTested } from './shapes/account-hook-tested.ts';
import type { AccountHooks } from './shapes/account-hooks.ts';
import type { AccountHooksBody } from './shapes/account-hooks-body.ts';
import type { AccountRefunds } from './shapes/account-refunds.ts';
import type { AccountRoutes } from './shapes/account-routes.ts';
import type { AccountRoutesQuery } from './shapes/account-routes-query.ts';
import type { AccountSessionBody } from './shapes/account-session-body.ts';
import type { AccountSponsored } from './shapes/account-sponsored.ts';
import type { Agent } from './shapes/agent.ts';
import type { AgentActivity } from './shapes/agent-activity.ts';
import type { AgentAnswer } from './shapes/agent-answer.ts';
import type { AgentApproval } from './shapes/agent-approval.ts';
import type { AgentApprovals } from './shapes/agent-approvals.ts';
import type { AgentDeleted } from './shapes/agent-deleted.ts';
import type { AgentDoBody } from './shapes/agent-do-body.ts';
import type { AgentSheet } from './shapes/agent-sheet.ts';
import type { Agents } from './shapes/agents.ts';
import type { AgentsBody } from './shapes/agents-body.ts';
import type { AgentsByIdApprovalsByAidBody } from './shapes/agents-by-id-approvals-by-aid-body.ts';
import type { AgentsByIdRotateBody } from './shapes/agents-by-id-rotate-body.ts';
import type { AskAnswer } from './shapes/ask-answer.ts';
import type { AskBody } from './shapes/ask-body.ts';
import type { Balance } from './shapes/balance.ts';
import type { BalanceQuery } from './shapes/balance-query.ts';
import type { BatchResult } from './shapes/batch-result.ts';
import type { BooksBalance } from './shapes/books-balance.ts';
import type { BooksExport } from './shapes/books-export.ts';
import type { BooksReconciled } from './shapes/books-reconciled.ts';
import type { BooksReconciliation } from './shapes/books-reconciliation.ts';
import type { BooksStatement } from './shapes/books-statement.ts';
import type { ClaimedPasses } from './shapes/claimed-passes.ts';
import type { CompareResult } from './shapes/compare-result.ts';
import type { ConditionalResult } from './shapes/conditional-result.ts';
import type { Console } from './shapes/console.ts';
import type { CorridorHistory } from './shapes/corridor-history.ts';
import type { DailyReport } from './shapes/daily-report.ts';
import type { Desk } from './shapes/desk.ts';
import type { ErrorList } from './shapes/error-list.ts';
import type { FacilitatorSettlement } from './shapes/facilitator-settlement.ts';
import type { FacilitatorSupport } from './shapes/facilitator-support.ts';
import type { FacilitatorVerdict } from './shapes/facilitator-verdict.ts';
import type { FundedPayment } from './shapes/funded-payment.ts';
import type { GaslessInfo } from './shapes/gasless-info.ts';
import type { GaslessInfoQuery } from './shapes/gasless-info-query.ts';
import type { HookRegistered } from './shapes/hook-registered.ts';
import type { HookState } from './shapes/hook-state.ts';
import type { HooksRegisterBody } from './shapes/hooks-register-body.ts';
import type { IntentPlan } from './shapes/intent-plan.ts';
import type { IntentSolveBody } from './shapes/intent-solve-body.ts';
import type { IntentSolveQuery } from './shapes/intent-solve-query.ts';
import type { KeyCreated } from './shapes/key-created.ts';
import type { KeyDeleted } from './shapes/key-deleted.ts';
import type { KeyUsage } from './shapes/key-usage.ts';
import type { KeysCreateBody } from './shapes/keys-create-body.ts';
import type { KeysUsageQuery } from './shapes/keys-usage-query.ts';
import type { LaneKeys } from './shapes/lane-keys.ts';
import type { LogConsistency } from './shapes/log-consistency.ts';
import type { LogInclusion } from './shapes/log-inclusion.ts';
import type { MailboxPage } from './shapes/mailbox-page.ts';
import type { Mandate } from './shapes/mandate.ts';
import type { MandateChallenge } from './shapes/mandate-challenge.ts';
import type { MandateEvaluation } from './shapes/mandate-evaluation.ts';
import type { MandateReceipts } from './shapes/mandate-receipts.ts';
import type { Mandates } from './shapes/mandates.ts';
import type { MandatesBody } from './shapes/mandates-body.ts';
import type { MandatesEvaluateBody } from './shapes/mandates-evaluate-body.ts';
import type { MandatesQuery } from './shapes/mandates-query.ts';
import type { McpAnswer } from './shapes/mcp-answer.ts';
import type { McpRequest } from './shapes/mcp-request.ts';
import type { Member } from './shapes/member.ts';
import type { MemberCollections } from './shapes/member-collections.ts';
import type { MemberUsage } from './shapes/member-usage.ts';
import type { MembershipLinkBody } from './shapes/membership-link-body.ts';
import type { MembershipLinkQuery } from './shapes/membership-link-query.ts';
import type { MembershipQuery } from './shapes/membership-query.ts';
import type { Mesh } from './shapes/mesh.ts';
import type { MessageAnchored } from './shapes/message-anchored.ts';
import type { MessagePut } from './shapes/message-put.ts';
import type { MessagesV2MailboxBody } from './shapes/messages-v2-mailbox-body.ts';
import type { MessagesV2PlusAnchorBody } from './shapes/messages-v2-plus-anchor-body.ts';
import type { MessagesV2PlusCoverBody } from './shapes/messages-v2-plus-cover-body.ts';
import type { MessagesV2SendBody } from './shapes/messages-v2-send-body.ts';
import type { MintHead } from './shapes/mint-head.ts';
import type { OpenapiJsonAnswer } from './shapes/openapi-json-answer.ts';
import type { OperatorAccountAnswer } from './shapes/operator-account-answer.ts';
import type { OperatorAccountQuery } from './shapes/operator-account-query.ts';
import type { OperatorAccountsAnswer } from './shapes/operator-accounts-answer.ts';
import type { OperatorAccountsResumeBody } from './shapes/operator-accounts-resume-body.ts';
import type { OperatorAuditAnswer } from './shapes/operator-audit-answer.ts';
import type { OperatorAuditQuery } from './shapes/operator-audit-query.ts';
import type { OperatorBooksBalanceQuery } from './shapes/operator-books-balance-query.ts';
import type { OperatorBooksClassifyBody } from './shapes/operator-books-classify-body.ts';
import type { OperatorBooksExportQuery } from './shapes/operator-books-export-query.ts';
import type { OperatorBooksStatementQuery } from './shapes/operator-books-statement-query.ts';
import type { OperatorDeskCloseBody } from './shapes/operator-desk-close-body.ts';
import type { OperatorFloat } from './shapes/operator-float.ts';
import type { OperatorFloatRebalanceBody } from './shapes/operator-float-rebalance-body.ts';
import type { OperatorFloatReturnBody } from './shapes/operator-float-return-body.ts';
import type { OperatorFloatTargetBody } from './shapes/operator-float-target-body.ts';
import type { OperatorFloatWithdrawBody } from './shapes/operator-float-withdraw-body.ts';
import type { OperatorHealth } from './shapes/operator-health.ts';
import type { OperatorHooksAnswer } from './shapes/operator-hooks-answer.ts';
import type { OperatorLogsBeginBody } from './shapes/operator-logs-begin-body.ts';
import type { OperatorPassesAdoptBody } from './shapes/operator-passes-adopt-body.ts';
import type { OperatorPauseBody } from './shapes/operator-pause-body.ts';
import type { OperatorRefundBody } from './shapes/operator-refund-body.ts';
import type { OperatorRoutes } from './shapes/operator-routes.ts';
import type { OperatorRoutesEngineDebtBody } from './shapes/operator-routes-engine-debt-body.ts';
import type { OperatorRoutesQuery } from './shapes/operator-routes-query.ts';
import type { OperatorRoutesReleaseBody } from './shapes/operator-routes-release-body.ts';
import type { OperatorRoutesSettleBody } from './shapes/operator-routes-settle-body.ts';
import type { OperatorSeries } from './shapes/operator-series.ts';
import type { OperatorSeriesQuery } from './shapes/operator-series-query.ts';
import type { OperatorStatus } from './shapes/operator-status.ts';
import type { OperatorSwitchesAnswer } from './shapes/operator-switches-answer.ts';
import type { OperatorTransactionsBumpBody } from './shapes/operator-transactions-bump-body.ts';
import type { OperatorTransactionsReplaceBody } from './shapes/operator-transactions-replace-body.ts';
import type { OrderAnswer } from './shapes/order-answer.ts';
import type { OwnAccount } from './shapes/own-account.ts';
import type { OwnLiability } from './shapes/own-liability.ts';
import type { PassInvoice } from './shapes/pass-invoice.ts';
import type { PassInvoiceStatus } from './shapes/pass-invoice-status.ts';
import type { PassRedeemed } from './shapes/pass-redeemed.ts';
import type { PaymentsFundBody } from './shapes/payments-fund-body.ts';
import type { PaymentsVerifyBody } from './shapes/payments-verify-body.ts';
import type { PlanBalances } from './shapes/plan-balances.ts';
import type { PlanBalancesBody } from './shapes/plan-balances-body.ts';
import type { PlanBody } from './shapes/plan-body.ts';
import type { PlanCallsBody } from './shapes/plan-calls-body.ts';
import type { PlanCorridorsQuery } from './shapes/plan-corridors-query.ts';
import type { PlusClaimBody } from './shapes/plus-claim-body.ts';
import type { PlusInfo } from './shapes/plus-info.ts';
import type { PlusInvoiceBody } from './shapes/plus-invoice-body.ts';
import type { PlusPayBody } from './shapes/plus-pay-body.ts';
import type { PlusRedeemBody } from './shapes/plus-redeem-body.ts';
import type { PlusTrialBody } from './shapes/plus-trial-body.ts';
import type { Posture } from './shapes/posture.ts';
import type { Preflight } from './shapes/preflight.ts';
import type { PreparedSponsoredCall } from './shapes/prepared-sponsored-call.ts';
import type { PrimitiveCancelled } from './shapes/primitive-cancelled.ts';
import type { Quote } from './shapes/quote.ts';
import type { RailsScorecardQuery } from './shapes/rails-scorecard-query.ts';
import type { ReceiptDeliverBody } from './shapes/receipt-deliver-body.ts';
import type { ReceiptDelivered } from './shapes/receipt-delivered.ts';
import type { ReceiptLogKeys } from './shapes/receipt-log-keys.ts';
import type { ReceiptVerdict } from './shapes/receipt-verdict.ts';
import type { RecentRoutes } from './shapes/recent-routes.ts';
import type { RefundAddress } from './shapes/refund-address.ts';
import type { RouteBatchBody } from './shapes/route-batch-body.ts';
import type { RouteByTransactionQuery } from './shapes/route-by-transaction-query.ts';
import type { RouteByWalletBody } from './shapes/route-by-wallet-body.ts';
import type { RouteByWalletQuery } from './shapes/route-by-wallet-query.ts';
import type { RouteConditionalBody } from './shapes/route-conditional-body.ts';
import type { RouteEvidence } from './shapes/route-evidence.ts';
import type { RouteExecuteAnswer } from './shapes/route-execute-answer.ts';
import type { RouteExecuteBody } from './shapes/route-execute-body.ts';
import type { RouteQuoteBody } from './shapes/route-quote-body.ts';
import type { RouteQuoteQuery } from './shapes/route-quote-query.ts';
import type { RouteReceipt } from './shapes/route-receipt.ts';
import type { RouteRefundAddressBody } from './shapes/route-refund-address-body.ts';
import type { RouteScheduleBody } from './shapes/route-schedule-body.ts';
import type { RouteStatusQuery } from './shapes/route-status-query.ts';
import type { RouteTimeline } from './shapes/route-timeline.ts';
import type { RouteTimelineQuery } from './shapes/route-timeline-query.ts';
import type { RoutesRecentQuery } from './shapes/routes-recent-query.ts';
import type { ScheduleResult } from './shapes/schedule-result.ts';
import type { Scorecard } from './shapes/scorecard.ts';
import type { SessionBegun } from './shapes/session-begun.ts';
import type { SessionEnded } from './shapes/session-ended.ts';
import type { SettledPayment } from './shapes/settled-payment.ts';
import type { SignInNonce } from './shapes/sign-in-nonce.ts';
import type { SignedReserves } from './shapes/signed-reserves.ts';
import type { SponsorExecuteBody } from './shapes/sponsor-execute-body.ts';
import type { SponsorInfo } from './shapes/sponsor-info.ts';
import type { SponsorPrepareBody } from './shapes/sponsor-prepare-body.ts';
import type { SponsorRevokeBody } from './shapes/sponsor-revoke-body.ts';
import type { SponsoredCall } from './shapes/sponsored-call.ts';
import type { SponsoredRevocation } from './shapes/sponsored-revocation.ts';
import type { Status } from './shapes/status.ts';
import type { Terms } from './shapes/terms.ts';
import type { TransactionRoutes } from './shapes/transaction-routes.ts';
import type { TransferPlan } from './shapes/transfer-plan.ts';
import type { TransparencyConsistencyQuery } from './shapes/transparency-consistency-query.ts';
import type { TransparencyInclusionQuery } from './shapes/transparency-inclusion-query.ts';
import type { TransparencyReportQuery } from './shapes/transparency-report-query.ts';
import type { TrialPasses } from './shapes/trial-passes.ts';
import type { VaultLink } from './shapes/vault-link.ts';
import type { VaultLinkEnded } from './shapes/vault-link-ended.ts';
import type { VerifyBody } from './shapes/verify-body.ts';
import type { VerifyReceiptQuery } from './shapes/verify-receipt-query.ts';
import type { WalletQuestion } from './shapes/wallet-question.ts';
import type { WalletRoutes } from './shapes/wallet-routes.ts';
import type { WalletSendCalls } from './shapes/wallet-send-calls.ts';
import type { patchAgentsByIdBody } from './shapes/patch-agents-by-id-body.ts';

/** Every operation by its method and path. */
export interface Operations {
  /** The status of the service: which chains, rails, executable lanes and endpoints are up. */
  'GET /api/status': { readonly answer: Status };
  /** The mesh: chains, nodes, and the relayer that permits are signed for. */
  'GET /api/route/chains': { readonly answer: Mesh };
  /** The gasless terms: accepted tokens, addresses, Permit2's domain on one chain. */
  'GET /api/gasless/info': { readonly query?: GaslessInfoQuery; readonly answer: GaslessInfo };
  /** What the console shows first: the profile, and the chains with their names, coins, tokens and explorers. */
  'GET /api/console': { readonly answer: Console };
  /** An EVM account's balance of one token that permits can pull, for pages that cannot call an RPC node. */
  'GET /api/balance': { readonly query: BalanceQuery; readonly answer: Balance };
  /** The best price over every rail of the lane; moves nothing. */
  'POST /api/route/quote': { readonly body: RouteQuoteBody; readonly answer: Quote };
  /** The best price over every rail of the lane; moves nothing. */
  'GET /api/route/quote': { readonly query: RouteQuoteQuery; readonly answer: Quote };
  /** Every rail of the lane side by side, ranked by what the recipient receives, with a score and a guard; cached for 12 s. */
  'POST /api/route/compare': { readonly body: RouteQuoteBody; readonly answer: CompareResult };
  /** Every rail of the lane side by side, ranked by what the recipient receives, with a score and a guard; cached for 12 s. */
  'GET /api/route/compare': { readonly query: RouteQuoteQuery; readonly answer: CompareResult };
  /** Which of up to ten sources serves the goal best, with the execute body for it; moves nothing. */
  'POST /api/intent/solve': { readonly body: IntentSolveBody; readonly answer: IntentPlan };
  /** Which of up to ten sources serves the goal best, with the execute body for it; moves nothing. */
  'GET /api/intent/solve': { readonly query: IntentSolveQuery; readonly answer: IntentPlan };
  /** The collections whose NFTs make members, and how much each NFT has free of charge a day. */
  'GET /api/membership/collections': { readonly answer: MemberCollections };
  /** Whether a wallet is a member now, by which NFTs of its own or of its vaults. */
  'GET /api/membership': { readonly query: MembershipQuery; readonly answer: Member };
  /** What the wallet's member NFTs, and those of its vaults, have left today. */
  'GET /api/membership/usage': { readonly answer: MemberUsage };
  /** Makes the signed-in wallet count as a member by what a vault holds, as the vault signed. */
  'POST /api/membership/link': { readonly body: MembershipLinkBody; readonly answer: VaultLink };
  /** Ends the link between the signed-in wallet and a vault, from either side. */
  'DELETE /api/membership/link': { readonly query: MembershipLinkQuery; readonly answer: VaultLinkEnded };
  /** Which of up to ten sources, or which parts of several, bring an amount within constraints; reserves nothing. */
  'POST /api/plan': { readonly body: PlanBody; readonly answer: TransferPlan };
  /** What transfers of one token between two chains cost and how long they took here. */
  'GET /api/plan/corridors': { readonly query: PlanCorridorsQuery; readonly answer: CorridorHistory };
  /** An EVM account's balances on several chains, and how a signature moves each; kept nowhere. */
  'POST /api/plan/balances': { readonly body: PlanBalancesBody; readonly answer: PlanBalances };
  /** The wallet_sendCalls request (EIP-5792) that must come before the legs from one chain can be pulled. */
  'POST /api/plan/calls': { readonly body: PlanCallsBody; readonly answer: WalletSendCalls };
  /** A plan by its id, for a day, even after its prices expired. */
  'GET /api/plan/{id}': { readonly params: { readonly id: string }; readonly answer: TransferPlan };
  /** How well each rail kept its quotes, by lane, from our own receipts: miss rate, failure rate, median time, number of samples. */
  'GET /api/rails/scorecard': { readonly query?: RailsScorecardQuery; readonly answer: Scorecard };
  /** A quote, the typed data to sign for it, and the execute body that takes the signature; from fields, or from an intent in words. */
  'POST /api/agent/do': { readonly body: AgentDoBody; readonly answer: AgentAnswer };
  /** Whether an execute body can go ahead, with or without its permit: every blocker with its fix; moves and stores nothing. */
  'POST /api/route/preflight': { readonly body: RouteExecuteBody; readonly answer: Preflight };
  /** Starts a route from one signed permit. Broadcasts unless dryRun, live: false or the sandbox header prevents it. */
  'POST /api/route/execute': { readonly body: RouteExecuteBody; readonly answer: RouteExecuteAnswer };
  /** The same, only on rails where the service itself refuses an output below minOut. */
  'POST /api/floatlane/execute': { readonly body: RouteExecuteBody; readonly answer: RouteExecuteAnswer };
  /** The receipt of a route; an open route is re-checked first. */
  'GET /api/route/status': { readonly query: RouteStatusQuery; readonly answer: RouteReceipt };
  /** A route's timeline: when it was accepted, when each transaction was begun and sent, when it ended. */
  'GET /api/route/timeline': { readonly query: RouteTimelineQuery; readonly answer: RouteTimeline };
  /** How far along the routes of a transaction are, and nothing more than its hash may reveal. */
  'GET /api/route/by-transaction': { readonly query: RouteByTransactionQuery; readonly answer: TransactionRoutes };
  /** The message that a wallet signs to see its own routes; it moves nothing. */
  'GET /api/route/by-wallet': { readonly query: RouteByWalletQuery; readonly answer: WalletQuestion };
  /** Ids and states of the routes that a wallet paid for, newest first, in return for its signature. */
  'POST /api/route/by-wallet': { readonly body: RouteByWalletBody; readonly answer: WalletRoutes };
  /** Names where a deposit goes back to, once, with the refundClaim that execute answered. */
  'POST /api/route/refund-address': { readonly body: RouteRefundAddressBody; readonly answer: RefundAddress };
  /** Creates an API key, which raises your limits and records its usage. The key is shown once. */
  'POST /api/keys/create': { readonly body: KeysCreateBody; readonly answer: KeyCreated };
  /** A key's usage: totals, errors and paths of the last hour and day, and the latest requests. */
  'GET /api/keys/usage': { readonly query?: KeysUsageQuery; readonly answer: KeyUsage };
  /** Deletes the key that the request carries, and its usage. */
  'DELETE /api/keys': { readonly answer: KeyDeleted };
  /** What a pass is, which keys sign it, how to get one, and what the service learns from it. */
  'GET /api/plus/info': { readonly answer: PlusInfo };
  /** The log of all keys that sign passes, with its witnesses' cosignatures; the same for every client. */
  'GET /api/plus/mint-head': { readonly answer: MintHead };
  /** Buys passes: an address and an amount for this invoice alone, at a locked price. */
  'POST /api/plus/invoice': { readonly body: PlusInvoiceBody; readonly answer: PassInvoice };
  /** An invoice's state, and how many passes it still pays for. */
  'GET /api/plus/invoice/{id}': { readonly params: { readonly id: string }; readonly answer: PassInvoiceStatus };
  /** Sends an invoice payer's signed USDC transfer (EIP-3009), at our cost. */
  'POST /api/plus/pay': { readonly body: PlusPayBody; readonly answer: PassInvoiceStatus };
  /** Signs blinded values that an invoice paid for, all or none; a repeat costs nothing. */
  'POST /api/plus/claim': { readonly body: PlusClaimBody; readonly answer: ClaimedPasses };
  /** Free passes: signs blinded values, all or none. */
  'POST /api/plus/trial': { readonly body: PlusTrialBody; readonly answer: TrialPasses };
  /** Spends a pass, and proves only that it was valid. */
  'POST /api/plus/redeem': { readonly body: PlusRedeemBody; readonly answer: PassRedeemed };
  /** The keys that private requests are sealed to, and the relays they go through; the same for every client. */
  'GET /api/ohttp/keys': { readonly answer: LaneKeys };
  /** How private your requests are here, as measured just now, and what stays public. */
  'GET /api/privacy/posture': { readonly answer: Posture };
  /** Adds a row of 4,096 bytes to a bucket; only its recipient can read it. */
  'POST /api/messages/v2/send': { readonly body: MessagesV2SendBody; readonly answer: MessagePut };
  /** Up to 8 rows of a bucket and day, whatever their recipients. */
  'POST /api/messages/v2/mailbox': { readonly body: MessagesV2MailboxBody; readonly answer: MailboxPage };
  /** Adds a cover row: no one can open it, or tell it from other rows. */
  'POST /api/messages/v2/plus/cover': { readonly body: MessagesV2PlusCoverBody; readonly answer: MessagePut };
  /** Makes a row's hash a leaf of the transparency log. */
  'POST /api/messages/v2/plus/anchor': { readonly body: MessagesV2PlusAnchorBody; readonly answer: MessageAnchored };
  /** An anchored row and its proof, free of charge. */
  'GET /api/messages/v2/plus/anchor': { readonly query: VerifyReceiptQuery; readonly answer: MessageAnchored };
  /** Delivers a route's signed receipt, encrypted to a key, to that key's mailbox. */
  'POST /api/receipt/deliver': { readonly body: ReceiptDeliverBody; readonly answer: ReceiptDelivered };
  /** The signed receipt of a route that has ended; its id is all it takes to read it. */
  'GET /api/verify/receipt': { readonly query: VerifyReceiptQuery; readonly answer: RouteEvidence };
  /** Whether a receipt is valid, and what the chains show of its transactions. */
  'POST /api/verify': { readonly body: VerifyBody; readonly answer: ReceiptVerdict };
  /** The log's name and key, and the witnesses that cosign its checkpoints. */
  'GET /api/transparency/vkey': { readonly answer: ReceiptLogKeys };
  /** Proves that the log of one size extends the log of another. */
  'GET /api/transparency/consistency': { readonly query: TransparencyConsistencyQuery; readonly answer: LogConsistency };
  /** The place of a leaf in the log, by its hash alone. */
  'GET /api/transparency/inclusion': { readonly query: TransparencyInclusionQuery; readonly answer: LogInclusion };
  /** What the service held and owed on the last signed day, and its place in the log. */
  'GET /api/transparency/reserves': { readonly answer: SignedReserves };
  /** The reserves of one day. */
  'GET /api/transparency/reserves/{epoch}': { readonly params: { readonly epoch: string }; readonly answer: SignedReserves };
  /** Proves that the refund held for a route, named by its id, is counted in the last reserves. */
  'GET /api/transparency/liability': { readonly query: VerifyReceiptQuery; readonly answer: OwnLiability };
  /** How the routes of a day ended and how long they took, a day late and without small figures. */
  'GET /api/transparency/report': { readonly query: TransparencyReportQuery; readonly answer: DailyReport };
  /** Plans up to 20 transfers and stores the plan; moves nothing. */
  'POST /api/route/batch': { readonly body: RouteBatchBody; readonly answer: BatchResult };
  /** Repeats a transfer at an interval, or runs it once at a given time. Each run is a rehearsal unless record and watcher are live. */
  'POST /api/route/schedule': { readonly body: RouteScheduleBody; readonly answer: ScheduleResult };
  /** A schedule with its newest runs. */
  'GET /api/route/schedule/{id}': { readonly params: { readonly id: string }; readonly answer: ScheduleResult };
  /** Cancels a schedule for good; a second time changes nothing. */
  'DELETE /api/route/schedule/{id}': { readonly params: { readonly id: string }; readonly answer: PrimitiveCancelled };
  /** Runs a transfer once when a price is above or below a value, or after a time. The run is a rehearsal unless record and watcher are live. */
  'POST /api/route/conditional': { readonly body: RouteConditionalBody; readonly answer: ConditionalResult };
  /** A conditional, and its run once it has fired. */
  'GET /api/route/conditional/{id}': { readonly params: { readonly id: string }; readonly answer: ConditionalResult };
  /** Cancels a conditional for good; a second time changes nothing. */
  'DELETE /api/route/conditional/{id}': { readonly params: { readonly id: string }; readonly answer: PrimitiveCancelled };
  /** Registers a webhook for the end of one route; if the route has ended, it is sent at once. */
  'POST /api/hooks/register': { readonly body: HooksRegisterBody; readonly answer: HookRegistered };
  /** A webhook's state: its attempts, and when the next one is due. */
  'GET /api/hooks/{id}': { readonly params: { readonly id: string }; readonly answer: HookState };
  /** What a wallet needs to sign in: a nonce for one EIP-4361 message, its domain and URI. */
  'POST /api/account/nonce': { readonly answer: SignInNonce };
  /** Signs a wallet in: the session can read its own routes, and moves no money. */
  'POST /api/account/session': { readonly body: AccountSessionBody; readonly answer: SessionBegun };
  /** Ends the session of the bearer token. */
  'DELETE /api/account/session': { readonly answer: SessionEnded };
  /** The wallet's own account: how many routes it paid for, what it is owed, and what it has left. */
  'GET /api/account': { readonly answer: OwnAccount };
  /** The receipts of the routes that the wallet paid for, newest first. */
  'GET /api/account/routes': { readonly query?: AccountRoutesQuery; readonly answer: AccountRoutes };
  /** Refunds to the wallet, sent or held, newest first. */
  'GET /api/account/refunds': { readonly query?: MandatesQuery; readonly answer: AccountRefunds };
  /** The sponsored calls and revocations that the wallet signed, newest first. */
  'GET /api/account/sponsored': { readonly query?: MandatesQuery; readonly answer: AccountSponsored };
  /** What happened to the routes of the wallet, in order and without a gap; also as a stream. */
  'GET /api/account/events': { readonly query?: AccountEventsQuery; readonly answer: AccountEvents };
  /** Creates a webhook for the account's events; its secret is shown only this once. */
  'POST /api/account/hooks': { readonly body: AccountHooksBody; readonly answer: AccountHookCreated };
  /** The account's webhooks, the oldest first. */
  'GET /api/account/hooks': { readonly answer: AccountHooks };
  /** One webhook: whether it is enabled, and how many attempts in a row have failed. */
  'GET /api/account/hooks/{id}': { readonly params: { readonly id: string }; readonly answer: AccountHook };
  /** Deletes a webhook and its deliveries. */
  'DELETE /api/account/hooks/{id}': { readonly params: { readonly id: string }; readonly answer: AccountHookDeleted };
  /** Sends hook.test to this webhook alone, and enables it if it was disabled. */
  'POST /api/account/hooks/{id}/test': { readonly params: { readonly id: string }; readonly answer: AccountHookTested };
  /** Replaces the secret, shown only this once; the former one signs beside it for a day. */
  'POST /api/account/hooks/{id}/rotate': { readonly params: { readonly id: string }; readonly answer: AccountHookRotated };
  /** The last hundred deliveries with every attempt, newest first. */
  'GET /api/account/hooks/{id}/deliveries': { readonly params: { readonly id: string }; readonly answer: AccountHookDeliveries };
  /** Sends a delivery again, under the same webhook-id and from the start of its schedule. */
  'POST /api/account/hooks/{id}/deliveries/{did}/redeliver': { readonly params: { readonly id: string; readonly did: string }; readonly answer: AccountHookDelivery };
  /** Registers an agent of the wallet: a key that requests routes, and the policy that limits it. */
  'POST /api/agents': { readonly body: AgentsBody; readonly answer: Agent };
  /** The wallet's agents, oldest first. */
  'GET /api/agents': { readonly answer: Agents };
  /** An agent, with what is left of its day's budget; an agent may read its own record. */
  'GET /api/agents/{id}': { readonly params: { readonly id: string }; readonly answer: AgentSheet };
  /** Renames an agent, replaces its policy, or reactivates it after a freeze. */
  'PATCH /api/agents/{id}': { readonly params: { readonly id: string }; readonly body: patchAgentsByIdBody; readonly answer: Agent };
  /** Deletes an agent: its key is no longer accepted, and may be registered again. */
  'DELETE /api/agents/{id}': { readonly params: { readonly id: string }; readonly answer: AgentDeleted };
  /** Replaces an agent's key; the old key is no longer accepted. */
  'POST /api/agents/{id}/rotate': { readonly params: { readonly id: string }; readonly body: AgentsByIdRotateBody; readonly answer: Agent };
  /** Freezes an agent until its owner reactivates it; an agent may freeze itself. */
  'POST /api/agents/{id}/freeze': { readonly params: { readonly id: string }; readonly answer: Agent };
  /** An agent's activity, and its owner's changes to it, newest first; an agent may read its own. */
  'GET /api/agents/{id}/activity': { readonly params: { readonly id: string }; readonly query?: MandatesQuery; readonly answer: AgentActivity };
  /** The agent's approvals, pending ones first. */
  'GET /api/agents/{id}/approvals': { readonly params: { readonly id: string }; readonly answer: AgentApprovals };
  /** Approves or denies one transfer that an agent asked for; deciding moves no money. */
  'POST /api/agents/{id}/approvals/{aid}': { readonly params: { readonly id: string; readonly aid: string }; readonly body: AgentsByIdApprovalsByAidBody; readonly answer: AgentApproval };
  /** Registers an open AP2 mandate of the wallet, with the Permit2 allowance that is its ceiling. */
  'POST /api/mandates': { readonly body: MandatesBody; readonly answer: Mandate };
  /** The wallet's mandates, newest first. */
  'GET /api/mandates': { readonly query?: MandatesQuery; readonly answer: Mandates };
  /** A nonce for the agent that a mandate names, to bind one presentation to. */
  'POST /api/mandates/challenge': { readonly body: VerifyReceiptQuery; readonly answer: MandateChallenge };
  /** Whether a mandate allows a transfer now: every constraint that fails, and what is left. */
  'POST /api/mandates/evaluate': { readonly body: MandatesEvaluateBody; readonly answer: MandateEvaluation };
  /** A mandate, with what is left of it. */
  'GET /api/mandates/{id}': { readonly params: { readonly id: string }; readonly answer: Mandate };
  /** Revokes a mandate for good: no further payment is accepted under it, and those already accepted go on. */
  'DELETE /api/mandates/{id}': { readonly params: { readonly id: string }; readonly answer: Mandate };
  /** The signed verdicts on payments under a mandate, newest first. */
  'GET /api/mandates/{id}/receipts': { readonly params: { readonly id: string }; readonly query?: MandatesQuery; readonly answer: MandateReceipts };
  /** The chains on which an account's calls are sent at our cost, and the tokens that pay the fee. */
  'GET /api/sponsor/info': { readonly answer: SponsorInfo };
  /** Fixes the fee of an account's calls and says what to sign; sends nothing. */
  'POST /api/sponsor/prepare': { readonly body: SponsorPrepareBody; readonly answer: PreparedSponsoredCall };
  /** Sends an account's signed calls at our cost; repeated, returns their state. */
  'POST /api/sponsor/execute': { readonly body: SponsorExecuteBody; readonly answer: SponsoredCall };
  /** The state of sponsored calls. */
  'GET /api/sponsor/{id}': { readonly params: { readonly id: string }; readonly answer: SponsoredCall };
  /** Removes the code that sponsored calls gave an account, at our cost. */
  'POST /api/sponsor/revoke': { readonly body: SponsorRevokeBody; readonly answer: SponsoredRevocation };
  /** The x402 payments that this service verifies and settles: schemes, chains, tokens, and how each is moved (EIP-3009, Permit2). */
  'GET /api/payments/supported': { readonly answer: FacilitatorSupport };
  /** Whether an x402 payment (EIP-3009 or Permit2) would succeed if it were settled now; moves nothing, and needs no key. */
  'POST /api/payments/verify': { readonly body: PaymentsVerifyBody; readonly answer: FacilitatorVerdict };
  /** Settles an x402 payment at our cost, and answers once it is in a block, sent by us or by another: one success for each payment here, also where another facilitator redeemed it. */
  'POST /api/payments/settle': { readonly body: PaymentsVerifyBody; readonly answer: FacilitatorSettlement };
  /** What to sign to fund an x402 payment from another chain: the payer receives what the seller demands, then pays. */
  'POST /api/payments/fund': { readonly body: PaymentsFundBody; readonly answer: FundedPayment };
  /** The state of a payment that was settled here. */
  'GET /api/payments/{id}': { readonly params: { readonly id: string }; readonly answer: SettledPayment };
  /** The Model Context Protocol, 2026-07-28 and 2025-11-25, without sessions: tools that quote, prepare, take signatures, and follow a route. */
  'POST /api/mcp': { readonly body: McpRequest; readonly answer: McpAnswer };
  /** A2A 1.0 over JSON-RPC: messages that call the card's skills, and tasks, each of which is a route. */
  'POST /api/a2a': { readonly body: A2aRequest; readonly answer: A2aAnswer };
  /** Calls the skill that an A2A message names; answers once the task has ended or needs its sender. */
  'POST /api/a2a/message:send': { readonly body: A2aSendMessage; readonly answer: A2aSent };
  /** Calls the skill that an A2A message names, and streams its progress as events. */
  'POST /api/a2a/message:stream': { readonly body: A2aSendMessage; readonly answer: A2aSent };
  /** The tasks of the routes that the session's wallet paid for; none without a session. */
  'GET /api/a2a/tasks': { readonly query?: A2aTasksQuery; readonly answer: A2aTaskList };
  /** A task's current state; with the signed receipt once its route has ended. */
  'GET /api/a2a/tasks/{id}': { readonly params: { readonly id: string }; readonly answer: A2aTask };
  /** Always refuses: an accepted route runs to its end, and a task that waits for its sender lapses. */
  'POST /api/a2a/tasks/{id}:cancel': { readonly params: { readonly id: string }; readonly answer: A2aTask };
  /** Streams a task as events: its present state, then each change until it has ended. */
  'POST /api/a2a/tasks/{id}:subscribe': { readonly params: { readonly id: string }; readonly answer: A2aTask };
  /** For the operator: everything that needs a person, oldest first, each with its command; at most 500. */
  'GET /operator/desk': { readonly answer: Desk };
  /** For the operator: the status of the service, and why it is not operational. */
  'GET /operator/status': { readonly answer: OperatorStatus };
  /** For the operator: chains with their nodes, engines with their limits, and today's budgets for gas that reverts. */
  'GET /operator/health': { readonly answer: OperatorHealth };
  /** For the operator: routes that are open, the oldest first, or those with this id, transaction or address; at most 200. */
  'GET /operator/routes': { readonly query?: OperatorRoutesQuery; readonly answer: OperatorRoutes };
  /** For the operator: how transfers ended and how long they took, slot by slot, by our own receipts. */
  'GET /operator/series': { readonly query?: OperatorSeriesQuery; readonly answer: OperatorSeries };
  /** For the operator: the relayer's accounts, each as the store and its chain show it now. */
  'GET /operator/accounts': { readonly answer: OperatorAccountsAnswer };
  /** For the operator: an account, with each open transaction, its signed forms, and what the chain shows of it. */
  'GET /operator/account': { readonly query: OperatorAccountQuery; readonly answer: OperatorAccountAnswer };
  /** For the operator: every paused or draining scope, with who ordered it and why. */
  'GET /operator/switches': { readonly answer: OperatorSwitchesAnswer };
  /** For the operator: every order given, newest first. */
  'GET /operator/audit': { readonly query?: OperatorAuditQuery; readonly answer: OperatorAuditAnswer };
  /** For the operator: what every float and gas account holds, by the last reading of its chain, against its target. */
  'GET /operator/float': { readonly answer: OperatorFloat };
  /** For the operator: webhooks whose every attempt failed, the newest 100. */
  'GET /operator/hooks': { readonly answer: OperatorHooksAnswer };
  /** For the operator: every account of the double-entry books that is not zero. */
  'GET /operator/books/balance': { readonly query?: OperatorBooksBalanceQuery; readonly answer: BooksBalance };
  /** For the operator: profit and loss of UTC days (default: today), each amount at its day's price. */
  'GET /operator/books/statement': { readonly query?: OperatorBooksStatementQuery; readonly answer: BooksStatement };
  /** For the operator: the entries of UTC days (default: all), one line each, in pages. */
  'GET /operator/books/export': { readonly query?: OperatorBooksExportQuery; readonly answer: BooksExport };
  /** For the operator: each holding as last compared with its chain, deficits first. */
  'GET /operator/books/reconciliation': { readonly answer: BooksReconciliation };
  /** For the operator: compares chains and books now, for one chain or all. */
  'POST /operator/books/reconcile': { readonly body: OperatorBooksBalanceQuery; readonly answer: BooksReconciled };
  /** For the operator: says what an unclaimed surplus was, or what became of a deficit, which lets its account pay again. */
  'POST /operator/books/classify': { readonly body: OperatorBooksClassifyBody; readonly answer: OrderAnswer };
  /** For the operator: takes an unmatched transaction from the desk, by what it was found to be; it stays in the store as evidence. */
  'POST /operator/desk/close': { readonly body: OperatorDeskCloseBody; readonly answer: OrderAnswer };
  /** For the operator: accepts nothing new in a scope, and keeps routes under way there from sending anything further. */
  'POST /operator/pause': { readonly body: OperatorPauseBody; readonly answer: OrderAnswer };
  /** For the operator: accepts nothing new in a scope; routes under way there go on to their end. */
  'POST /operator/drain': { readonly body: OperatorPauseBody; readonly answer: OrderAnswer };
  /** For the operator: opens a scope that was paused or drained. */
  'POST /operator/resume': { readonly body: OperatorPauseBody; readonly answer: OrderAnswer };
  /** For the operator: has a log go on under the next name, where a restored store has lost leaves of it that its witnesses remember. */
  'POST /operator/logs/begin': { readonly body: OperatorLogsBeginBody; readonly answer: OrderAnswer };
  /** For the operator: takes an invoice back that a restored store has lost, or gives an unpaid one the asset that it was paid in: what is at its address, or was collected from there, pays for its passes. */
  'POST /operator/passes/adopt': { readonly body: OperatorPassesAdoptBody; readonly answer: OrderAnswer };
  /** For the operator: changes what the float is to hold of a token, on all instances. */
  'POST /operator/float/target': { readonly body: OperatorFloatTargetBody; readonly answer: OrderAnswer };
  /** For the operator: sends free float to an address. */
  'POST /operator/float/withdraw': { readonly body: OperatorFloatWithdrawBody; readonly answer: OrderAnswer };
  /** For the operator: gives a payer back, once, what a pull brought whose route the store has lost; out of what is unclaimed on the account that it came to. */
  'POST /operator/float/return': { readonly body: OperatorFloatReturnBody; readonly answer: OrderAnswer };
  /** For the operator: moves float to another chain over the cheapest rail within the limit, as a route; a dry run compares what each would cost. */
  'POST /operator/float/rebalance': { readonly body: OperatorFloatRebalanceBody; readonly answer: OrderAnswer };
  /** For the operator: ends a route that waits for a person as delivered, by what a destination transaction brought its recipient; unseen: on your word, which the stage DELIVERED_UNSEEN says. */
  'POST /operator/routes/settle': { readonly body: OperatorRoutesSettleBody; readonly answer: OrderAnswer };
  /** For the operator: refunds now what a route owes, to the payer or to another address, also what came to the deposit of a route that has ended (an address is named for that once); undelivered: on your word that the recipient got nothing. Those two need a reason. An engine that was handed the money is asked first; despiteEngine: whatever it says. */
  'POST /operator/refund': { readonly body: OperatorRefundBody; readonly answer: OrderAnswer };
  /** For the operator: ends what an engine owes us for a route that was refunded out of the float: it came back and is unclaimed, or it is lost. Moves nothing. */
  'POST /operator/routes/engine-debt': { readonly body: OperatorRoutesEngineDebtBody; readonly answer: OrderAnswer };
  /** For the operator: ends a route that waits for a person, with nothing owed for it any more: what was owed to its payer is booked as a gain, what an engine owes as a loss. The dry run says which. */
  'POST /operator/routes/write-off': { readonly body: OperatorRoutesReleaseBody; readonly answer: OrderAnswer };
  /** For the operator: lets a quarantined route go on, or ends it where the chain shows that it was paid or refunded. */
  'POST /operator/routes/release': { readonly body: OperatorRoutesReleaseBody; readonly answer: OrderAnswer };
  /** For the operator: brings a stopped account forward to the chain's next slot and lets it run. Quarantined routes stay so. */
  'POST /operator/accounts/resume': { readonly body: OperatorAccountsResumeBody; readonly answer: OrderAnswer };
  /** For the operator: sends an open transaction of ours again now, at a higher fee. */
  'POST /operator/transactions/bump': { readonly body: OperatorTransactionsBumpBody; readonly answer: OrderAnswer };
  /** For the operator: puts a no-op in the slot of an open transaction of ours; its route does it again once the no-op is final. */
  'POST /operator/transactions/replace': { readonly body: OperatorTransactionsReplaceBody; readonly answer: OrderAnswer };
  /** For the operator: sends a webhook's last event again, under its old id. */
  'POST /operator/hooks/redeliver': { readonly body: OperatorRoutesReleaseBody; readonly answer: HookState | OrderAnswer };
  /** The newest routes without addresses, hashes or exact amounts. */
  'GET /api/routes/recent': { readonly query?: RoutesRecentQuery; readonly answer: RecentRoutes };
  /** Answers questions about the service with its sources, and turns "move 5 USDC from Base to Arbitrum to 0x..." into a body for /api/agent/do. */
  'POST /api/ask': { readonly body: AskBody; readonly answer: AskAnswer };
  /** The deployment's terms: fees, limits, finality, refunds, quote-only corridors, contents of the feed, versions. */
  'GET /api/terms': { readonly answer: Terms };
  /** Every error code with its status, whether to retry, and what to do. */
  'GET /api/errors': { readonly answer: ErrorList };
  /** This interface as OpenAPI 3.1. */
  'GET /openapi.json': { readonly answer: OpenapiJsonAnswer };
}
