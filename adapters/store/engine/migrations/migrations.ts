import { Routes } from './0001-routes.ts';
import { Effects } from './0002-effects.ts';
import { Books } from './0003-books.ts';
import { Requests } from './0004-requests.ts';
import { Work } from './0005-work.ts';
import { Upstreams } from './0006-upstreams.ts';
import { Batches } from './0007-batches.ts';
import { DeliveryRecords } from './0008-delivery-records.ts';
import { Hooks } from './0009-hooks.ts';
import { Keys } from './0010-keys.ts';
import { Primitives } from './0011-primitives.ts';
import { KeptAnswers } from './0012-kept-answers.ts';
import { RouteAge } from './0013-route-age.ts';
import { Duties } from './0014-duties.ts';
import { EffectReorgs } from './0015-effect-reorgs.ts';
import { Movements } from './0016-movements.ts';
import { UnprovenSlots } from './0017-unproven-slots.ts';
import { Ledger } from './0018-ledger.ts';
import { Operators } from './0019-operators.ts';
import { FeeCaps } from './0020-fee-caps.ts';
import { KeptCosts } from './0021-kept-costs.ts';
import { StoreInTime } from './0022-store-in-time.ts';
import { OperatorsOrders } from './0023-operators-orders.ts';
import { RouteKeys } from './0024-route-keys.ts';
import { FloatTargets } from './0025-float-targets.ts';
import { SimulatedGas } from './0026-simulated-gas.ts';
import { ClosedUnmatched } from './0027-closed-unmatched.ts';
import { FairTurns } from './0028-fair-turns.ts';
import { PullsUnderWay } from './0029-pulls-under-way.ts';
import { ShallowPulls } from './0030-shallow-pulls.ts';
import { Slots } from './0031-slots.ts';
import { Deposits } from './0032-deposits.ts';
import { Fundings } from './0033-fundings.ts';
import { Passes } from './0034-passes.ts';
import { PrivateLane } from './0035-private-lane.ts';
import { MintLog } from './0036-mint-log.ts';
import { Messages } from './0037-messages.ts';
import { Invoices } from './0038-invoices.ts';
import { LaneLog } from './0039-lane-log.ts';
import { PaidRoutes } from './0040-paid-routes.ts';
import { SureTime } from './0041-sure-time.ts';
import { InvoiceChains } from './0042-invoice-chains.ts';
import { CollectTries } from './0043-collect-tries.ts';
import { Authorizers } from './0044-authorizers.ts';
import { LogTiles } from './0045-log-tiles.ts';
import { UnfinalTransactions } from './0047-unfinal-transactions.ts';
import { KeyEnds } from './0049-key-ends.ts';
import { Archive } from './0050-archive.ts';
import { RouteTransactions } from './0052-route-transactions.ts';
import { Instances } from './0053-instances.ts';
import { DepositCoins } from './0054-deposit-coins.ts';
import { Evidence } from './0055-evidence.ts';
import { Accounts } from './0057-accounts.ts';
import { Volumes } from './0058-volumes.ts';
import { SponsoredCalls } from './0060-sponsored-calls.ts';
import { Plans } from './0061-plans.ts';
import { VaultLinks } from './0062-membership.ts';
import { MergeDelays } from './0063-merge-delays.ts';
import { Settlements } from './0064-settlements.ts';
import { Agents } from './0065-agents.ts';
import { Mandates } from './0066-mandates.ts';
import { Ends } from './0067-ends.ts';
import { Permit2Payments } from './0068-permit2-payments.ts';
import { HostsAndNumbers } from './0069-hosts-and-numbers.ts';
import { PaidRecipients } from './0070-paid-recipients.ts';
import { HookLines } from './0071-hook-lines.ts';
import { ApprovedRequests } from './0072-approved-requests.ts';

/** In the order they run; a folder glob would break in bundles. */
export const migrations = [
  Routes,
  Effects,
  Books,
  Requests,
  Work,
  Upstreams,
  Batches,
  DeliveryRecords,
  Hooks,
  Keys,
  Primitives,
  KeptAnswers,
  RouteAge,
  Duties,
  EffectReorgs,
  Movements,
  UnprovenSlots,
  Ledger,
  Operators,
  FeeCaps,
  KeptCosts,
  StoreInTime,
  OperatorsOrders,
  RouteKeys,
  FloatTargets,
  SimulatedGas,
  ClosedUnmatched,
  FairTurns,
  PullsUnderWay,
  ShallowPulls,
  Slots,
  Deposits,
  Fundings,
  Passes,
  PrivateLane,
  MintLog,
  Messages,
  Invoices,
  LaneLog,
  PaidRoutes,
  SureTime,
  InvoiceChains,
  CollectTries,
  Authorizers,
  LogTiles,
  UnfinalTransactions,
  KeyEnds,
  Archive,
  RouteTransactions,
  Instances,
  DepositCoins,
  Evidence,
  Accounts,
  Volumes,
  SponsoredCalls,
  Plans,
  VaultLinks,
  MergeDelays,
  Settlements,
  Agents,
  Mandates,
  Ends,
  Permit2Payments,
  HostsAndNumbers,
  PaidRecipients,
  HookLines,
  ApprovedRequests,
];
