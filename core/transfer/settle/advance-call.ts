import { type CallStep, type Hex, type Transaction } from '@interline/kernel';
import {
  awaitTransaction,
  type MinedTransaction,
  settleEnd,
  settleMined,
  settleReverted,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { checkCallBudgets, worstOfCalls } from '../budgets/check-call-budgets.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { type Advance, later, moved, stopForOperator, waitHeld } from './advance.ts';
import { bookedFor, handedOverBy } from './booked-route.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { commitStep, withoutRoom } from './commit-step.ts';
import { leaveRail } from './leave-rail.ts';
import { type Outcome, outcomeOf, waitForReopened } from './outcomes-of.ts';
import { prepareCallOf } from './prepare-call-of.ts';

/**
 * Sends a rail's transaction from the spender. Once one that hands value over is broadcast, nothing
 * else is ever tried.
 */
export async function advanceCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  const transactions = (await ports.store.reads.transactions.transactionsOf(route.id)).filter(
    (one) => one.step === route.cursor && one.state !== 'displaced',
  );
  const open = transactions.find((one) => one.state === 'open');
  if (open === undefined) return afterCall(ports, route, step, transactions, signal);
  const awaited = await awaitTransaction(ports, open, { patienceMs }, signal);
  const handsOver = handedOverBy(route, route.plan.steps[route.cursor]);
  const handing = handsOver === undefined ? {} : { handsOver };
  const settle = async (seen: MinedTransaction): Promise<Advance> => {
    await ports.store.run('settle-call', (tx) =>
      seen.end !== 'reverted'
        ? settleMined(tx, seen, bookedFor(ports, route, handing))
        : settleReverted(ports, tx, seen, {
            client: route.client,
            payer: route.order.payer,
            kind: 'call-revert',
            engine: route.rail,
          }),
    );
    return moved(route);
  };
  return settleEnd<Advance>(ports, awaited, {
    displacedUnit: 'call-displaced',
    pending: () => later(ports.clock.now()),
    displaced: () => moved(route),
    mined: settle,
    reverted: settle,
    filled: settle,
  });
}

/** Nothing of the step is open: it is done, or failed, or still to be sent. */
async function afterCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<Advance> {
  const outcomes = transactions.map((transaction) => ({
    transaction,
    outcome: outcomeOf(transaction),
  }));
  const called = outcomes.find(
    ({ transaction, outcome }) => transaction.purpose === 'call' && outcome === 'done',
  );
  // Whatever was committed behind it: a reorg may let a call succeed that had reverted.
  if (called !== undefined)
    return stepOn(ports, route, step.handsOver ? called.transaction.minedHash : null);
  // A proven revert left the value with us, so the route may go on over another rail once its
  // approval can no longer be used.
  const failed = outcomes.find(
    ({ transaction }) => transaction.state === 'reverted' || transaction.purpose === 'call',
  );
  if (failed === undefined)
    return (await waitForReopened(ports, route, step)) ?? commitCall(ports, route, step, signal);
  const revoking = await revokeApproval(
    ports,
    route,
    step,
    { outcomes, failed: failed.transaction },
    signal,
  );
  if (revoking !== null) return revoking;
  // The no-op that fills its nonce is not final yet.
  const isOpen = outcomes.some(
    ({ transaction, outcome }) => transaction.purpose === 'call' && outcome === 'unknown',
  );
  if (isOpen) return later(ports.clock.now() + ports.policy.retryAfterMs);
  const why = { code: 'SIMULATION_FAILED', reason: 'the transfer to the rail reverted' } as const;
  return leaveRail(ports, route, why, signal);
}

async function commitCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  signal: AbortSignal,
): Promise<Advance> {
  await assertNotPaused(ports.store.reads, route);
  const priced = { step, fronts: route.quote?.fronts };
  const prepared = await prepareCallOf(ports, route, priced, signal);
  if (!prepared.ok) return leaveRail(ports, route, prepared, signal);
  const commit = {
    unit: 'commit-call',
    step: route.cursor,
    prepared: prepared.value,
    change: {},
    withinBudgets: async (tx: TransferUnit) => {
      if (route.mode === 'self') return;
      const { rail: engine, order } = route;
      const calling = { chain: step.chain, payer: order.payer, engine };
      await checkCallBudgets(ports, tx, calling, worstOfCalls(prepared.value));
    },
  };
  try {
    return await commitStep(ports, route, commit, signal);
  } catch (error) {
    return withoutRoom(ports, route, error, (why) => leaveRail(ports, route, why, signal));
  }
}

/**
 * The source transaction of a route is the one that handed its value over; until then, the pull.
 */
async function stepOn(
  ports: TransferPorts,
  route: Route,
  handedOverIn: Hex | null,
): Promise<Advance> {
  const srcTx = handedOverIn ?? route.srcTx;
  return moved(
    await ports.store.run('next-step', (tx) =>
      tx.transfers.moveRoute(route, { cursor: route.cursor + 1, srcTx }, ports.clock.now()),
    ),
  );
}

/** What a call step has sent, in that order, and the first of it that came to nothing. */
interface FailedCall {
  readonly outcomes: readonly { readonly transaction: Transaction; readonly outcome: Outcome }[];
  readonly failed: Transaction;
}

/**
 * A call that reverted behind its approval leaves that standing, and by now its spender could take
 * value of other payers that is in transit. So the approval is revoked first, and the route goes on
 * only where the chain shows that nothing was taken until then. Null once it may.
 */
async function revokeApproval(
  ports: TransferPorts,
  route: Route,
  { chain, approve }: CallStep,
  { outcomes, failed }: FailedCall,
  signal: AbortSignal,
): Promise<Advance | null> {
  const approvals = outcomes.filter(({ transaction }) => transaction.purpose === 'approve');
  const isRevocation = ({ transaction }: FailedCall['outcomes'][number]): boolean =>
    transaction.createdAtMs > failed.createdAtMs;
  const approved = approvals.find(
    (one) => !isRevocation(one) && one.outcome === 'done',
  )?.transaction;
  if (approve === undefined || approved?.minedHash == null) return null;

  const revocations = approvals.filter(isRevocation);
  const revoked = revocations.find(({ outcome }) => outcome === 'done')?.transaction;
  if (revoked?.minedHash == null) {
    if (revocations.length > ports.policy.maxAttempts)
      return stopForOperator(ports, route, approvalStands);
    return commitRevocation(ports, route, { chain, approve }, signal);
  }
  const taken = await ports.custody.takenBetween(
    chain,
    {
      token: approve.token,
      from: ports.custody.account('spender'),
      first: approved.minedHash,
      last: revoked.minedHash,
    },
    signal,
  );
  if (taken === null) return later(ports.clock.now() + ports.policy.retryAfterMs);
  const isHeld = ports.watch.isHeld(chain, `taken/${revoked.id}`, String(taken));
  if (taken === 0n) return isHeld ? null : waitHeld(ports, route);
  return stopForOperator(ports, route, {
    code: 'SIMULATION_FAILED',
    reason: 'the transfer to the rail reverted, and money was taken through its approval',
  });
}

const approvalStands = {
  code: 'SIMULATION_FAILED',
  reason: 'the transfer to the rail reverted, and its approval cannot be revoked',
} as const;

async function commitRevocation(
  ports: TransferPorts,
  route: Route,
  { chain, approve }: Required<Pick<CallStep, 'chain' | 'approve'>>,
  signal: AbortSignal,
): Promise<Advance> {
  const prepared = await ports.custody.prepare(
    { kind: 'revoke', chain, token: approve.token, spender: approve.spender },
    signal,
    { confirmsRefusal: true },
  );
  if (!prepared.ok) return stopForOperator(ports, route, approvalStands);
  const commit = {
    unit: 'commit-revocation',
    step: route.cursor,
    prepared: prepared.value,
    change: {},
    ignoresPause: true,
  } as const;
  return commitStep(ports, route, commit, signal);
}
