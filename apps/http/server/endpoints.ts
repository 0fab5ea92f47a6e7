import * as payments from '../payments/endpoints.ts';
import * as sponsor from '../sponsor/endpoints.ts';
import * as a2a from '../a2a/endpoints.ts';
import * as agentCard from '../a2a/card-endpoints.ts';
import * as accounts from '../accounts/endpoints.ts';
import * as accountHooks from '../accounts/hook-endpoints.ts';
import * as accountView from '../accounts/view-endpoints.ts';
import * as agents from '../agents/endpoints.ts';
import * as mandates from '../mandates/endpoints.ts';
import * as apiKeys from '../api-keys/endpoints.ts';
import * as assistant from '../assistant/endpoints.ts';
import * as books from '../books/endpoints.ts';
import * as discovery from '../discovery/endpoints.ts';
import * as evidence from '../evidence/endpoints.ts';
import { reportEndpoint } from '../evidence/report-endpoint.ts';
import * as reserves from '../evidence/reserve-endpoints.ts';
import * as receiptLog from '../evidence/log-endpoints.ts';
import { mcpEndpoint } from '../mcp/endpoints.ts';
import * as messaging from '../messaging/endpoints.ts';
import * as operations from '../operations/endpoints.ts';
import { floatEndpoint } from '../operations/float-endpoint.ts';
import { healthEndpoint } from '../operations/health-endpoint.ts';
import { routesEndpoint, seriesEndpoint } from '../operations/routes-endpoint.ts';
import { orderEndpoints } from '../operations/orders.ts';
import * as passes from '../passes/endpoints.ts';
import * as posture from '../posture/endpoints.ts';
import * as invoices from '../passes/invoice-endpoints.ts';
import * as membership from '../membership/endpoints.ts';
import * as planning from '../planning/endpoints.ts';
import * as primitives from '../primitives/endpoints.ts';
import * as privateLane from '../private-lane/endpoints.ts';
import * as agent from '../transfer/agent/endpoints.ts';
import * as compare from '../transfer/compare/endpoints.ts';
import * as execute from '../transfer/execute/endpoints.ts';
import { refundAddressEndpoint } from '../transfer/execute/refund-address-endpoint.ts';
import * as preflight from '../transfer/preflight/endpoints.ts';
import * as quote from '../transfer/quote/endpoints.ts';
import * as solve from '../transfer/solve/endpoints.ts';
import * as status from '../transfer/status/endpoints.ts';
import * as wallet from '../transfer/status/wallet-endpoints.ts';
import * as webhooks from '../webhooks/endpoints.ts';
import * as own from './own-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The one table. Routes, validation, refusals, the status and the README's list are derived from
 * it.
 */
export const endpoints: readonly Endpoint[] = [
  discovery.serviceStatusEndpoint,
  discovery.chainsEndpoint,
  discovery.gaslessInfoEndpoint,
  discovery.consoleEndpoint,
  discovery.balanceEndpoint,
  quote.quoteEndpoints.post,
  quote.quoteEndpoints.get,
  compare.compareEndpoints.post,
  compare.compareEndpoints.get,
  solve.solveEndpoints.post,
  solve.solveEndpoints.get,
  membership.collectionsEndpoint,
  membership.memberEndpoint,
  membership.usageEndpoint,
  membership.linkEndpoint,
  membership.unlinkEndpoint,
  planning.planEndpoint,
  planning.corridorsEndpoint,
  planning.balancesEndpoint,
  planning.planCallsEndpoint,
  planning.readPlanEndpoint,
  compare.scorecardEndpoint,
  agent.agentEndpoint,
  preflight.preflightEndpoint,
  execute.executeEndpoint,
  execute.floatlaneExecuteEndpoint,
  status.routeStatusEndpoint,
  status.routeTimelineEndpoint,
  status.routesByTransactionEndpoint,
  wallet.walletQuestionEndpoint,
  wallet.walletRoutesEndpoint,
  refundAddressEndpoint,
  apiKeys.createKeyEndpoint,
  apiKeys.keyUsageEndpoint,
  apiKeys.deleteKeyEndpoint,
  passes.plusInfoEndpoint,
  passes.mintHeadEndpoint,
  invoices.createInvoiceEndpoint,
  invoices.readInvoiceEndpoint,
  invoices.payEndpoint,
  invoices.claimEndpoint,
  passes.trialEndpoint,
  passes.redeemEndpoint,
  privateLane.laneKeysEndpoint,
  privateLane.gatewayEndpoint,
  privateLane.wellKnownKeysEndpoint,
  privateLane.wellKnownGatewayEndpoint,
  posture.postureEndpoint,
  messaging.sendEndpoint,
  messaging.mailboxEndpoint,
  messaging.coverEndpoint,
  messaging.anchorEndpoint,
  messaging.readAnchorEndpoint,
  evidence.deliverEndpoint,
  evidence.receiptEndpoint,
  evidence.verifyEndpoint,
  receiptLog.checkpointEndpoint,
  ...receiptLog.tileEndpoints,
  receiptLog.logKeysEndpoint,
  receiptLog.consistencyEndpoint,
  receiptLog.inclusionEndpoint,
  reserves.lastReservesEndpoint,
  reserves.reservesEndpoint,
  reserves.liabilityEndpoint,
  reportEndpoint,
  primitives.batchEndpoint,
  primitives.createScheduleEndpoint,
  primitives.readScheduleEndpoint,
  primitives.cancelScheduleEndpoint,
  primitives.createConditionalEndpoint,
  primitives.readConditionalEndpoint,
  primitives.cancelConditionalEndpoint,
  webhooks.registerHookEndpoint,
  webhooks.readHookEndpoint,
  accounts.nonceEndpoint,
  accounts.signInEndpoint,
  accounts.signOutEndpoint,
  accountView.accountEndpoint,
  accountView.accountRoutesEndpoint,
  accountView.accountRefundsEndpoint,
  accountView.accountSponsoredEndpoint,
  accountView.accountExportEndpoint,
  accountView.accountEventsEndpoint,
  accountHooks.createAccountHookEndpoint,
  accountHooks.accountHooksEndpoint,
  accountHooks.accountHookEndpoint,
  accountHooks.deleteAccountHookEndpoint,
  accountHooks.testAccountHookEndpoint,
  accountHooks.rotateAccountHookEndpoint,
  accountHooks.hookDeliveriesEndpoint,
  accountHooks.redeliverEndpoint,
  agents.registerAgentEndpoint,
  agents.agentsEndpoint,
  agents.agentEndpoint,
  agents.changeAgentEndpoint,
  agents.deleteAgentEndpoint,
  agents.rotateAgentEndpoint,
  agents.freezeAgentEndpoint,
  agents.agentActivityEndpoint,
  agents.approvalsEndpoint,
  agents.decideApprovalEndpoint,
  mandates.registerMandateEndpoint,
  mandates.mandatesEndpoint,
  mandates.challengeEndpoint,
  mandates.evaluateEndpoint,
  mandates.mandateEndpoint,
  mandates.mandateReceiptsEndpoint,
  mandates.revokeMandateEndpoint,
  sponsor.sponsorInfoEndpoint,
  sponsor.prepareSponsoredEndpoint,
  sponsor.executeSponsoredEndpoint,
  sponsor.readSponsoredEndpoint,
  sponsor.revokeSponsoredEndpoint,
  payments.supportedEndpoint,
  payments.verifyPaymentEndpoint,
  payments.settlePaymentEndpoint,
  payments.fundPaymentEndpoint,
  payments.readPaymentEndpoint,
  mcpEndpoint,
  a2a.a2aEndpoint,
  a2a.sendMessageEndpoint,
  a2a.streamMessageEndpoint,
  a2a.tasksEndpoint,
  a2a.taskEndpoint,
  a2a.cancelTaskEndpoint,
  a2a.subscribeEndpoint,
  operations.deskEndpoint,
  operations.statusEndpoint,
  healthEndpoint,
  routesEndpoint,
  seriesEndpoint,
  operations.accountsEndpoint,
  operations.accountEndpoint,
  operations.switchesEndpoint,
  operations.auditEndpoint,
  floatEndpoint,
  webhooks.deadHooksEndpoint,
  books.balanceEndpoint,
  books.statementEndpoint,
  books.exportEndpoint,
  books.reconciliationEndpoint,
  books.reconcileEndpoint,
  ...orderEndpoints,
  discovery.recentRoutesEndpoint,
  assistant.askEndpoint,
  discovery.termsEndpoint,
  own.errorsEndpoint,
  own.openApiEndpoint,
  evidence.keySetEndpoint,
  agentCard.agentCardEndpoint,
  agentCard.agentRegistrationEndpoint,
  own.aliveEndpoint,
  own.readyEndpoint,
];
