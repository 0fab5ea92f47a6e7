import { defineModule, type Duty } from '@interline/kernel';
import type { ChainNodes } from '@interline/ports';
import type { RecentSwitches, Scope } from '../switches/index.ts';
import type { FloatTargets } from '../transactions/index.ts';
import type {
  MoveFloat,
  QuoteRoute,
  RehearseMove,
  ReleaseRefund,
  ReleaseRoute,
  TransferPorts,
} from '../transfer/index.ts';
import type { ReadHook } from '../webhooks/index.ts';
import type { LostInvoice, PlanAdoption } from '../passes/index.ts';
import { divergedIn, type NewLog } from '../transparency/index.ts';
import { adoptInvoice } from './actions/adopt-invoice.ts';
import { beginLog } from './actions/begin-log.ts';
import { bumpTransaction } from './actions/bump-transaction.ts';
import { cancelTransaction } from './actions/cancel-transaction.ts';
import { closeEngineDebt } from './actions/close-engine-debt.ts';
import { classifyFound } from './actions/classify-difference.ts';
import { redeliverHookEnd } from './actions/redeliver-hook.ts';
import { releaseHeldRefund } from './actions/release-refund.ts';
import { releaseQuarantined } from './actions/release-route.ts';
import { resumeStopped } from './actions/resume-account.ts';
import { settleRoute } from './actions/settle-route.ts';
import { drainScope, pauseScope, resumeScope } from './actions/switch-scope.ts';
import { alarmsIn, floatLevels, type FloatPolicy } from './float/float-levels.ts';
import { rebalanceFloat } from './float/rebalance-float.ts';
import { returnPull } from './float/return-pull.ts';
import { setFloatTarget } from './float/set-target.ts';
import { suggestMoves } from './float/suggest-moves.ts';
import { watchFloat } from './float/watch-float.ts';
import { withdrawFloat } from './float/withdraw-float.ts';
import { writeOffRoute } from './actions/write-off-route.ts';
import { drainFormerKeys } from './drain-former-keys.ts';
import { listFormerKeys } from './former-keys.ts';
import { findRoutes } from './find-routes.ts';
import { giveOrder } from './give-order.ts';
import { listAccounts } from './list-accounts.ts';
import { closeUnmatched } from './desk/close-unmatched.ts';
import { deskOf } from './desk/desk-of.ts';
import { divergedLogs } from './desk/diverged-logs.ts';
import { readHealth } from './read-health.ts';
import type { Change, OperatorAction } from './operator-action.ts';
import type { OperationStore } from './repository.ts';
import { showAccount } from './show-account.ts';

export interface Ports {
  readonly store: OperationStore;
  readonly transactions: { readonly floatTargets: FloatTargets };
  readonly deployment: { readonly float: FloatPolicy };
  readonly transfer: {
    readonly ports: TransferPorts;
    readonly quoteRoute: QuoteRoute;
    readonly moveFloat: MoveFloat;
    readonly rehearseMove: RehearseMove;
    readonly releaseRefund: ReleaseRefund;
    readonly releaseRoute: ReleaseRoute;
  };
  readonly webhooks: { readonly readHook: ReadHook };
  readonly invoices: {
    readonly planAdoption: PlanAdoption;
    readonly addressWords: (lost: LostInvoice) => string;
  };
  readonly privateLane: { planNewLog(): Promise<NewLog> };
  readonly messaging: { planNewLog(): Promise<NewLog> };
  readonly evidence: { planNewLog(): Promise<NewLog> };
  readonly switches: {
    readonly recent: RecentSwitches;
    parseScope(text: string): Scope;
  };
  readonly chainNodes: ChainNodes;
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const operations = defineModule({
  needs: [
    'store',
    'transactions',
    'deployment',
    'transfer',
    'webhooks',
    'invoices',
    'privateLane',
    'messaging',
    'evidence',
    'switches',
    'chainNodes',
    'lifetime',
  ],
  create({
    store,
    transactions,
    deployment,
    transfer,
    webhooks,
    invoices,
    privateLane,
    messaging,
    evidence,
    switches,
    chainNodes,
    lifetime,
  }: Ports) {
    const { ports } = transfer;
    const order = <Input, Plan extends Change, Result>(
      action: OperatorAction<Input, Plan, Result>,
    ) => giveOrder({ ...ports, store }, action);
    const targets = transactions.floatTargets;
    const levels = () => floatLevels({ ...ports, store, targets, policy: deployment.float });
    const duties: readonly Duty[] = [
      { name: 'watch-float', everyMs: 15_000, run: watchFloat({ levels, log: ports.log }) },
      {
        name: 'drain-former-keys',
        everyMs: 30_000,
        run: () => drainFormerKeys(ports, lifetime),
      },
    ];
    return {
      readDesk: deskOf(ports, lifetime, [divergedLogs({ store })]),
      listAccounts: listAccounts(ports),
      floatLevels: levels,
      listFormerKeys: () => listFormerKeys({ ...ports, store }),
      /** Moves that would bring every float to its target, unpriced. */
      async suggestFloatMoves() {
        return suggestMoves((await levels()).floats);
      },
      /** Float and gas outside their bounds, one clause each. */
      async floatAlarms() {
        return alarmsIn(await levels());
      },
      /** Chains on which an account of the current keys is stopped. */
      async stoppedChains() {
        const stopped = (await store.reads.transactions.accounts()).filter(
          (one) => one.stopped !== null && ports.custody.roleOf(one.account) !== null,
        );
        return [...new Set(stopped.map(({ chain }) => chain))];
      },
      /** Logs that cannot continue under their names, because the store has lost leaves. */
      async lostLogs() {
        return divergedIn(await store.reads.logs.logRecords()).map(({ path }) => path);
      },
      readHealth: readHealth({ ...ports, chainNodes }),
      findRoutes: findRoutes(ports),
      showAccount: showAccount(ports),
      /** Newest first; with an id, those before that entry. */
      listAudit: (limit: number, beforeId?: string) =>
        store.reads.operations.auditEntries(limit, beforeId),
      /** Every order that an operator can give, one row each. */
      orders: {
        adoptInvoice: order(adoptInvoice(invoices)),
        beginLog: order(
          beginLog({
            'lane-keys': () => privateLane.planNewLog(),
            messages: () => messaging.planNewLog(),
            receipts: () => evidence.planNewLog(),
          }),
        ),
        classify: order(classifyFound(ports)),
        deskClose: order(closeUnmatched({ ...ports, store: { ...ports.store, ...store } })),
        pause: order(pauseScope({ store, switches })),
        drain: order(drainScope({ store, switches })),
        resume: order(resumeScope({ store, switches })),
        settleRoute: order(settleRoute(ports)),
        refund: order(releaseHeldRefund(transfer)),
        engineDebt: order(closeEngineDebt(ports)),
        writeOff: order(writeOffRoute(ports)),
        releaseRoute: order(releaseQuarantined({ store, ...transfer })),
        resumeAccount: order(resumeStopped(ports)),
        floatTarget: order(setFloatTarget({ ...ports, targets })),
        floatWithdraw: order(withdrawFloat({ ...ports, store: { ...ports.store, ...store } })),
        floatReturn: order(returnPull({ ...ports, store: { ...ports.store, ...store } })),
        floatRebalance: order(
          rebalanceFloat({
            ports,
            quoteRoute: transfer.quoteRoute,
            moveFloat: transfer.moveFloat,
            rehearseMove: transfer.rehearseMove,
            maxCostBps: deployment.float.maxRebalanceCostBps,
          }),
        ),
        bump: order(bumpTransaction(ports)),
        replace: order(cancelTransaction(ports)),
        redeliverHook: order(redeliverHookEnd(webhooks)),
      },
      duties,
    };
  },
});
