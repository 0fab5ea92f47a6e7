import { operations, type Order, type OrderOutcome } from '@interline/core/operations';
import {
  moveFloat,
  quoteRoute,
  rehearseMove,
  releaseRefund,
  releaseRoute,
  RouteRunner,
} from '@interline/core/transfer';
import type { TransferPorts } from '@interline/core/transfer';
import { isRelayError, type JsonObject } from '@interline/kernel';

type Operations = ReturnType<typeof operations.create>;
type Orders = Operations['orders'];

const { signal } = new AbortController();

/** What an operator can do, over the store and the chains of a model harness. */
export interface ModelOperator {
  readonly desk: Operations['readDesk'];
  readonly show: Operations['showAccount'];
  readonly audit: Operations['listAudit'];
  /** Resolves to how it ended, or to the refusal in words. */
  order<Name extends 'settleRoute' | 'refund' | 'writeOff' | 'engineDebt' | 'bump' | 'replace'>(
    name: Name,
    input: InputOf<Name>,
    words?: { readonly reason?: string; readonly isDryRun?: boolean },
  ): Promise<string>;
  /** What a dry run of the order says would be. */
  after<Name extends 'writeOff' | 'settleRoute'>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<JsonObject>;
}

type InputOf<Name extends keyof Orders> = Parameters<Orders[Name]>[0]['input'];

export function modelOperator(money: TransferPorts): ModelOperator {
  const runner = new RouteRunner(money, signal);
  const { orders, readDesk, showAccount, listAudit } = operations.create({
    // CAST: the store of a harness has the tables of every module.
    store: money.store as never,
    transfer: {
      ports: money,
      quoteRoute: quoteRoute(money.registry),
      moveFloat: moveFloat(money),
      rehearseMove: rehearseMove(money),
      releaseRefund: releaseRefund(money, runner),
      releaseRoute: releaseRoute(money),
    },
    webhooks: { readHook: () => Promise.reject(new Error('the model has no webhooks')) },
    invoices: {
      planAdoption: () => Promise.reject(new Error('the model has no passes')),
      addressWords: () => 'an invoice',
    },
    privateLane: { planNewLog: () => Promise.reject(new Error('the model has no private lane')) },
    messaging: { planNewLog: () => Promise.reject(new Error('the model has no messages')) },
    evidence: { planNewLog: () => Promise.reject(new Error('the model has no receipts')) },
    chainNodes: () => [],
    switches: {
      parseScope: () => {
        throw new Error('the model has no switches');
      },
      recent: { read: async () => [], forget: () => undefined }, // CAST: not used here.
    },
    transactions: {
      floatTargets: {
        of: () => null,
        refresh: async () => undefined,
        forget: () => undefined,
      },
    },
    deployment: { float: { alarms: new Map(), gasBelow: new Map(), maxRebalanceCostBps: 30 } },
    lifetime: signal,
  });
  return {
    desk: readDesk,
    show: showAccount,
    audit: listAudit,
    async after(name, input) {
      // CAST: the input is the one of this very order.
      const give = orders[name] as unknown as (
        order: Order<unknown>,
        aborts: AbortSignal,
      ) => Promise<OrderOutcome<unknown>>;
      return (await give({ input, by: 'alice', reason: '', isDryRun: true }, signal)).after;
    },
    async order(name, input, { reason = 'looked at it', isDryRun = false } = {}) {
      // CAST: the input is the one of this very order.
      const give = orders[name] as unknown as (
        order: Order<unknown>,
        aborts: AbortSignal,
      ) => Promise<OrderOutcome<unknown>>;
      try {
        const outcome = await give({ input, by: 'alice', reason, isDryRun }, signal);
        return outcome.isDryRun ? 'dry run' : 'done';
      } catch (error) {
        if (!isRelayError(error)) throw error;
        return `${error.code}: ${error.message}`;
      }
    },
  };
}
