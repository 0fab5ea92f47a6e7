import {
  type CallStep,
  faultInLog,
  isRelayError,
  maxGasCost,
  msUntilReset,
  noUnits,
  type PlanStep,
  type Recall,
  RelayError,
  type TrackStep,
  type Transaction,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { standingEntries } from '../../books/index.ts';
import {
  awaitTransaction,
  chargeRevert,
  type MinedTransaction,
  settleEnd,
  settleMined,
  settleReverted,
  StaleTransaction,
} from '../../transactions/index.ts';
import { inCoinOf, isAnySpent, leftToday } from '../budgets/left-today.ts';
import type { TransferPorts } from '../ports.ts';
import { prepareRailCall } from '../prepare-step.ts';
import { StaleRoute, type TransferUnit } from '../repository.ts';
import { isRebalance, type Route } from '../route.ts';
import { type Advance, later, moved, type WhyLeft } from './advance.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { bookedFor, handedOverBy } from './booked-route.ts';
import { commitStep } from './commit-step.ts';
import { isServed } from './leave-gone-chain.ts';
import { handsOver, outcomeOf } from './outcomes-of.ts';

/**
 * State of a route's recall.
 *
 * - none: none of its recalls may still be mined; the plan has `attempts` of them
 * - under-way: one may still be mined, so nothing else is done
 * - recalled: one was mined and succeeded, so the transfer is never delivered
 */
export type RecallState =
  | { readonly kind: 'none'; readonly attempts: number }
  | { readonly kind: 'under-way'; readonly advance: Advance }
  | { readonly kind: 'recalled' };

/** Follows a committed recall to its end, as far as that is proven. */
export async function awaitRecall(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
): Promise<RecallState> {
  const recalls = await recallsOf(ports, route);
  const open = recalls.find(({ state }) => state === 'open');
  if (open !== undefined) {
    const advance = await settleRecall(ports, route, open, patienceMs, signal);
    return { kind: 'under-way', advance };
  }
  const outcomes = recalls.map(outcomeOf);
  if (outcomes.includes('done')) return { kind: 'recalled' };
  // The no-op that fills its slot is not final yet.
  if (outcomes.includes('unknown'))
    return { kind: 'under-way', advance: later(ports.clock.now() + ports.policy.retryAfterMs) };
  return { kind: 'none', attempts: attemptsIn(route) };
}

/** Each recall has a step of its own after the step that it takes back. */
async function recallsOf(
  { store }: Pick<TransferPorts, 'store'>,
  { id, plan }: Route,
): Promise<readonly Transaction[]> {
  if (!plan.steps.some(isRecall)) return [];
  const all = await store.reads.transactions.transactionsOf(id);
  return all.filter((one) => isRecallOf({ plan }, one));
}

export function isRecallOf(
  { plan }: Pick<Route, 'plan'>,
  { step }: Pick<Transaction, 'step'>,
): boolean {
  return isRecall(plan.steps[step]);
}

/** Each recall is a step of its own. */
function attemptsIn({ plan }: Pick<Route, 'plan'>): number {
  return plan.steps.filter(isRecall).length;
}

function isRecall(step: PlanStep | undefined): boolean {
  return step?.kind === 'call' && step.recalls === true;
}

function settleRecall(
  ports: TransferPorts,
  route: Route,
  open: Transaction,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Advance> {
  return awaitTransaction(ports, open, { patienceMs }, signal).then((awaited) =>
    settleEnd<Advance>(ports, awaited, {
      displacedUnit: 'recall-displaced',
      pending: () => later(ports.clock.now()),
      displaced: () => moved(route),
      mined: (seen) => settle(ports, route, seen),
      reverted: (seen) => settle(ports, route, seen),
      filled: (seen) => settle(ports, route, seen),
    }),
  );
}

/**
 * A recall that reverted lost against a delivery. Its gas counts with the engine's and the payer's
 * calls.
 */
async function settle(
  ports: TransferPorts,
  route: Route,
  seen: MinedTransaction,
): Promise<Advance> {
  const { client, order, rail: engine } = route;
  const handed = handedOverBy(route, route.plan.steps[seen.transaction.step]);
  await ports.store.run('settle-recall', (tx) =>
    seen.end === 'reverted'
      ? settleReverted(ports, tx, seen, { client, payer: order.payer, kind: 'call-revert', engine })
      : settleMined(
          tx,
          seen,
          bookedFor(ports, route, handed === undefined ? {} : { handsOver: handed }),
        ),
  );
  ports.log.info('recall-over', { routeId: route.id, rail: engine, end: seen.end });
  return moved(route);
}

/**
 * Recalls an overdue transfer if its plan allows it. The rail returns the current call, and it is
 * sent like any call of the spender. Null if nothing was sent: the obstacle is logged, the route is
 * still watched and stays listed for the operator, and the next look retries.
 */
export async function recallOverdue(
  ports: TransferPorts,
  routeId: string,
  step: TrackStep,
  state: RecallState,
  signal: AbortSignal,
): Promise<Advance | null> {
  if (step.recall === undefined || state.kind !== 'none') return null;
  // The route after this look.
  const route = await ports.store.reads.transfers.route(routeId);
  if (route === null || !isTracked(ports, route, step)) return null;
  // Another process has sent a recall since; the next look handles its result.
  if (attemptsIn(route) !== state.attempts) return null;
  const overdueMs =
    ports.clock.now() - (await handedOverMs(ports, route)) - ports.policy.overdueAfterMs;
  if (overdueMs <= 0) return null;
  try {
    if (state.attempts > ports.policy.maxAttempts) throw triedTooOften(state.attempts);
    await assertNotPaused(ports.store.reads, route);
    return await commitRecall(ports, route, await callNow(ports, route, step, signal), signal);
  } catch (error) {
    if (signal.aborted || error instanceof StaleRoute || error instanceof StaleTransaction)
      throw error;
    const everyMs = Math.max(step.pollMs, ports.policy.refundRetryMs);
    logWaiting(ports, route, error, overdueMs % hourMs <= everyMs);
    return null;
  }
}

/** If a part has already come back, an operator must look at what is missing. */
function isTracked(
  ports: Pick<TransferPorts, 'custody'>,
  { phase, plan, cursor, givenBack, isSimulated, order }: Route,
  step: TrackStep,
): boolean {
  const current = plan.steps[cursor];
  const isSame = current?.kind === 'track' && current.recall?.to === step.recall?.to;
  if (phase !== 'running' || !isSame) return false;
  return !isSimulated && givenBack === null && isServed(ports, order.lane.to);
}

/**
 * A transfer's time starts when its hand-over was seen in a block, according to its book entry.
 * Time that it spent pending before does not count. Infinite if no hand-over was mined.
 */
async function handedOverMs(
  { store }: Pick<TransferPorts, 'store'>,
  route: Route,
): Promise<number> {
  const handed = (await store.reads.transactions.transactionsOf(route.id)).findLast(
    (one) => handsOver(route, one) && outcomeOf(one) === 'done',
  );
  if (handed === undefined) return Number.POSITIVE_INFINITY;
  const posted = await store.reads.books.entriesOfTransaction(handed.owner.id, handed.id);
  return standingEntries(posted).at(-1)?.atMs ?? handed.createdAtMs;
}

/** Throws the obstacle. */
async function callNow(
  { registry }: Pick<TransferPorts, 'registry'>,
  { order, railPackage, rail: engine, srcTx }: Route,
  { ref, recall }: TrackStep,
  signal: AbortSignal,
): Promise<CallStep> {
  const rail = registry.byId(railPackage);
  const outcome = await rail?.recall?.(order, srcTx === null ? ref : { ...ref, srcTx }, signal);
  if (outcome === undefined)
    throw new RelayError('RAIL_DOWN', { rail: engine }, `${engine} cannot be asked for a recall`);
  if (!outcome.ok) throw refused(outcome);
  // A later release, or another config, may use another contract. The accepted plan's contract is
  // binding.
  if (outcome.value.to !== recall?.to)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine },
      `${engine} would take the transfer back by ${outcome.value.to}, and its plan named ${recall?.to ?? 'none'}`,
    );
  return stepOf(order.lane.to, outcome.value);
}

function stepOf(chain: CallStep['chain'], { to, data, value }: Recall): CallStep {
  return { kind: 'call', chain, to, data, value, handsOver: false, recalls: true };
}

async function commitRecall(
  ports: TransferPorts,
  route: Route,
  call: CallStep,
  signal: AbortSignal,
): Promise<Advance> {
  const { plan, order } = route;
  const brought = { token: order.from.address, units: noUnits };
  const prepared = await prepareRailCall(ports, call, brought, signal);
  if (!prepared.ok) throw refused(prepared);
  const commit = {
    unit: 'commit-recall',
    step: plan.steps.length,
    prepared: prepared.value,
    // Stored with its transaction, so that the next worker knows what it calls and carries.
    change: { plan: { ...plan, steps: [...plan.steps, call] } },
    withinBudgets: (tx: TransferUnit) => chargeRecall(ports, tx, route, prepared.value),
  };
  const advance = await commitStep(ports, route, commit, signal);
  ports.log.warn('recall-sent', { routeId: route.id, rail: route.rail, chain: call.chain });
  return advance;
}

/**
 * Must run in the committing unit. A recall costs a refund's gas plus its coin, so it counts in the
 * refund budgets on the source chain, which limit the payer's next order. It is charged before it
 * is sent, so that many concurrent recalls are limited too. Our own float has no payer. Throws
 * `BUDGET_SPENT`.
 */
async function chargeRecall(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  prepared: readonly Prepared[],
): Promise<void> {
  if (isRebalance(route) || route.mode === 'self') return;
  const { client, order } = route;
  const { from, to } = order.lane;
  const scope = { chain: from, client, payer: order.payer, kind: 'refund' } as const;
  if (isAnySpent(await leftToday(ports, tx, scope)))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: msUntilReset(ports.clock.now()) },
      `the refund budgets of ${from} are spent until 0:00 UTC, so the relayer pays for no recall`,
    );
  const worst = prepared.reduce(
    (sum, one) => sum + one.tx.value + (one.nextBlockCost ?? maxGasCost(one.tx)),
    0n,
  );
  await chargeRevert(ports, tx, { ...scope, gasCost: inCoinOf(ports.policy, worst, to, from) });
}

function refused({ code, reason }: WhyLeft): RelayError {
  return new RelayError(code, {}, reason);
}

function triedTooOften(attempts: number): RelayError {
  return new RelayError(
    'SIMULATION_FAILED',
    {},
    `${attempts} recalls came to nothing; look at the transfer before another is sent`,
  );
}

const hourMs = 3_600_000;

/**
 * Logged when the transfer becomes overdue and then once an hour, because it is checked every few
 * seconds.
 */
function logWaiting(
  { log }: Pick<TransferPorts, 'log'>,
  route: Route,
  error: unknown,
  isNews: boolean,
): void {
  const why = isRelayError(error) ? { code: error.code, reason: error.message } : faultInLog(error);
  const fields = { routeId: route.id, rail: route.rail, ...why };
  if (isNews) log.error('recall-waits', fields);
  else log.debug('recall-waits', fields);
}
