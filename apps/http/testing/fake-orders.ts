import type { UseCases } from '@interline/core';
import type { AuditEntry, GiveOrder, Order, RebalanceOrder } from '@interline/core/operations';
import type { Switch } from '@interline/core/switches';
import { asUnits, RelayError } from '@interline/kernel';
import { sampleHookState } from './sample-hook.ts';
import { spender } from './sample-intent.ts';
import { sampleRoute } from './sample-route.ts';
import { arbitrum } from './sample-tokens.ts';

/** An order that the HTTP app gave, by its action's name. */
export type OrderAsked = Order<unknown> & { readonly action: string };

export const sampleSwitch: Switch = {
  scope: 'chain:8453',
  state: 'paused',
  reason: 'its RPC nodes disagree',
  by: 'alice',
  sinceMs: 1_800_000_000_000,
};

export const sampleAudit: AuditEntry = {
  id: 'au_0123456789abcdef0123456789abcdef',
  atMs: 1_800_000_000_000,
  operator: 'alice',
  action: 'pause',
  target: 'chain:8453',
  reason: 'its RPC nodes disagree',
  before: { state: 'open' },
  after: { state: 'paused' },
  outcome: 'done',
  code: null,
  endedAtMs: 1_800_000_000_001,
};

/** The open transaction that the fakes know. */
const sampleTransaction = 'ef_0123456789abcdef01234567';

/** Orders that change nothing; each knows one subject. */
export function fakeOrders(asked: {
  readonly orders: OrderAsked[];
}): UseCases['operations']['orders'] {
  const fake =
    <Input, Result>(action: string, resultOf: (input: Input) => Result): GiveOrder<Input, Result> =>
    async (order) => {
      asked.orders.push({ ...order, action });
      const result = resultOf(order.input);
      const { before, after, target, id: auditId } = sampleAudit;
      const common = { action, target, before, after };
      return order.isDryRun
        ? { ...common, isDryRun: true }
        : { ...common, isDryRun: false, auditId, result };
    };
  const ofRoute = ({ id }: { readonly id: string }) => {
    const route = sampleRoute();
    if (id !== route.id) throw new RelayError('UNKNOWN_ROUTE');
    return null;
  };
  const known = (transaction: string): string => {
    if (transaction !== sampleTransaction) throw new RelayError('UNKNOWN_RECORD');
    return transaction;
  };
  return {
    adoptInvoice: fake('adopt-invoice', () => null),
    beginLog: fake('begin-log', () => null),
    classify: fake('classify-difference', () => asUnits(2n)),
    deskClose: fake('desk-close', () => null),
    pause: fake('pause', () => null),
    drain: fake('drain', () => null),
    resume: fake('resume', () => null),
    settleRoute: fake('settle-route', ofRoute),
    refund: fake('refund', ofRoute),
    engineDebt: fake('engine-debt', () => null),
    writeOff: fake('write-off', ofRoute),
    releaseRoute: fake('release-route', ofRoute),
    resumeAccount: fake('resume-account', ({ chain, role }) => {
      if (chain !== arbitrum || role !== 'float')
        throw new RelayError('WRONG_STATE', { field: 'role' }, 'this account is not stopped');
      return {
        chain,
        role,
        account: spender,
        nextSlot: 8,
        chainSlots: 8,
        isFormer: false,
        inFlight: 0,
        oldestMs: null,
        stopped: null,
        stuck: [],
        lacksCoin: null,
      };
    }),
    floatTarget: fake('float-target', () => null),
    floatWithdraw: fake('float-withdraw', () => null),
    floatReturn: fake('float-return', () => null),
    floatRebalance: fake<RebalanceOrder, never>('float-rebalance', () => {
      throw new RelayError('NO_ROUTE', {}, 'no engine moves it');
    }),
    bump: fake('bump', ({ transaction }) => ({
      transaction: known(transaction),
      hash: `0x${'ab'.repeat(32)}` as const,
    })),
    replace: fake('replace', ({ transaction }) => known(transaction)),
    redeliverHook: fake('redeliver-hook', ({ id }) => {
      if (id !== sampleHookState.hook.id) throw new RelayError('UNKNOWN_RECORD');
      return id;
    }),
  };
}
