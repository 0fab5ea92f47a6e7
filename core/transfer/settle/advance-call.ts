import { type CallStep, type TxHash, type Transaction } from '@interline/kernel';
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
import { outcomeOf, waitForReopened } from './outcomes-of.ts';
import { prepareCallOf } from './prepare-call-of.ts';
import {
  revocationsAmong,
  revokeApproval,
  type SentCall,
  settleRevocation,
  takenUntil,
} from './revoke-approval.ts';

/**
 * Sends a rail's transaction from the spender. Once a transaction that hands value over is
 * broadcast, no alternative is ever tried.
 */
export async function advanceCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  const all = await ports.store.reads.transactions.transactionsOf(route.id);
  const transactions = ofStep(route, all);
  const open = transactions.find((one) => one.state === 'open');
  if (open === undefined) return afterCall(ports, route, step, all, signal);
  const awaited = await awaitTransaction(ports, open, { patienceMs }, signal);
  const handsOver = handedOverBy(route, route.plan.steps[route.cursor]);
  const handing = handsOver === undefined ? {} : { handsOver };
  const isRevocation = revocationsAmong(transactions).includes(open);
  const settle = async (seen: MinedTransaction): Promise<Advance> => {
    if (isRevocation) await settleRevocation(ports, route, seen);
    else await settleCall(seen);
    return moved(route);
  };
  const settleCall = async (seen: MinedTransaction): Promise<void> => {
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

function ofStep({ cursor }: Route, all: readonly Transaction[]): readonly Transaction[] {
  return all.filter((one) => one.step === cursor && one.state !== 'displaced');
}

/** The step has no open transaction: it is done, has failed, or is still to be sent. */
async function afterCall(
  ports: TransferPorts,
  route: Route,
  step: CallStep,
  all: readonly Transaction[],
  signal: AbortSignal,
): Promise<Advance> {
  const transactions = ofStep(route, all);
  const outcomes = transactions.map((transaction) => ({
    transaction,
    outcome: outcomeOf(transaction),
  }));
  const called = outcomes.find(
    ({ transaction, outcome }) => transaction.purpose === 'call' && outcome === 'done',
  );
  // Applies whatever was committed after it, because a reorg may let a reverted call succeed.
  if (called !== undefined)
    return stepOn(ports, route, step.handsOver ? called.transaction.minedHash : null);
  // A proven revert left the value with us. The route may continue over another rail once the
  // approval can no longer be used.
  const failed = outcomes.find(
    ({ transaction }) => transaction.state === 'reverted' || transaction.purpose === 'call',
  );
  if (failed === undefined)
    return (
      (await waitForReopened(ports, route, step, all)) ?? commitCall(ports, route, step, signal)
    );
  const sent = { index: route.cursor, call: step, transactions };
  const revoking = await withoutApproval(ports, route, sent, signal);
  if (revoking !== null) return revoking;
  // The no-op that fills its slot is not final yet.
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
 * The source transaction of a route is the one that handed its value over; until then it is the
 * pull.
 */
async function stepOn(
  ports: TransferPorts,
  route: Route,
  handedOverIn: TxHash | null,
): Promise<Advance> {
  const srcTx = handedOverIn ?? route.srcTx;
  return moved(
    await ports.store.run('next-step', (tx) =>
      tx.transfers.moveRoute(route, { cursor: route.cursor + 1, srcTx }, ports.clock.now()),
    ),
  );
}

/**
 * A reverted call leaves its approval in place. The route continues only once the approval was
 * revoked and the chain shows that nothing was taken before that. Null once it may.
 */
async function withoutApproval(
  ports: TransferPorts,
  route: Route,
  sent: SentCall,
  signal: AbortSignal,
): Promise<Advance | null> {
  const revocation = await revokeApproval(ports, route, sent, signal);
  switch (revocation.kind) {
    case 'none':
      return null;
    case 'under-way':
      return revocation.advance;
    case 'impossible':
      return stopForOperator(ports, route, approvalStands);
    case 'revoked':
      break;
  }
  const taken = await takenUntil(ports, sent.call, revocation, signal);
  if (taken === null) return later(ports.clock.now() + ports.policy.retryAfterMs);
  if (taken.units === 0n) return taken.isHeld ? null : waitHeld(ports, route);
  return stopForOperator(ports, route, {
    code: 'SIMULATION_FAILED',
    reason: 'the transfer to the rail reverted, and money was taken through its approval',
  });
}

const approvalStands = {
  code: 'SIMULATION_FAILED',
  reason: 'the transfer to the rail reverted, and its approval cannot be revoked',
} as const;
