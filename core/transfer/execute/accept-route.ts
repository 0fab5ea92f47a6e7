import {
  finalityOf,
  firstAction,
  type Order,
  type Plan,
  type PlanStep,
  pullStep,
  RelayError,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransferUnit } from '../repository.ts';
import { dayOf } from '../../switches/index.ts';
import {
  assertAccountsRun,
  chargeRevert,
  commitTransactions,
  type CommittedTransaction,
  sendCommitted,
  type StepOf,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import {
  type RailRefusal,
  type Route,
  type RoutePhase,
  type RouteStatus,
  stages,
} from '../route.ts';
import { payersHold } from '../settle/route-reservations.ts';
import { checkRevertBudgets, roomForPull, worstOfPull } from './check-limits.ts';
import type { ExecuteRequest } from './execute-request.ts';
import { rehearsePlan } from './rehearse-plan.ts';
import { commitPlanReservation } from './reserve-float.ts';

export interface Acceptance {
  readonly order: Order;
  readonly plan: Plan;
  readonly offer: RankedOffer;
  readonly refusals: readonly RailRefusal[];
}

/**
 * Simulates both ends, then in one unit takes the permit's key, the float, the gas and the nonces
 * and stores the signed pull; only after its COMMIT anything is sent. Throws a catalogued code and
 * leaves nothing behind otherwise.
 */
export async function acceptRoute(
  ports: TransferPorts,
  request: ExecuteRequest,
  acceptance: Acceptance,
  signal: AbortSignal,
): Promise<Route> {
  const isPulling = request.mode === 'permit2';
  if (isPulling) await checkRevertBudgets(ports, ports.store.reads, request);
  const assertRoom = isPulling ? await roomForPull(ports, request, signal) : null;
  await assertRoom?.(ports.store.reads);
  const { pull, payout } = await rehearsePlan(ports, request, acceptance.plan, signal);
  const accepted = await ports.store.run('accept-route', async (tx) => {
    if (request.tick !== undefined) await tx.announce.routeAccepting(request.tick);
    await assertRoom?.(tx);
    // Once more: it may have stopped since, and the payer's money would wait.
    await assertAccountsRun(ports.custody, tx, request.quote.lane);
    if (isPulling) await checkRevertBudgets(ports, tx, request, worstOfPull(pull));
    if (isPulling) await chargeExcess(ports, tx, request.client, [...pull, ...payout]);
    const route = newRoute(ports, request, acceptance);
    await tx.transfers.insertRoute(route);
    await chargeBudgets(ports, tx, acceptance);
    await commitPlanReservation(ports, tx, route.id, acceptance.plan);
    await holdPulled(ports, tx, route, pull);
    const transactions = await commitTransactions(
      ports,
      tx,
      route.id,
      stepOf(acceptance.plan),
      pull,
    );
    await tx.jobs.enqueue({ kind: 'advance-route', subject: route.id, runAtMs: route.createdAtMs });
    if (request.idempotency !== null)
      await tx.idempotency.putIdempotent({
        ...request.idempotency,
        routeId: route.id,
        atMs: route.createdAtMs,
      });
    return { route, transactions };
  });
  await send(ports, accepted.transactions, signal);
  return accepted.route;
}

/** The commit stands whatever becomes of the sending: the route's job sends again. */
async function send(
  ports: TransferPorts,
  transactions: readonly CommittedTransaction[],
  signal: AbortSignal,
): Promise<void> {
  await sendCommitted(ports, transactions, signal).catch(() =>
    ports.log.warn('send-postponed', { chain: transactions[0]?.transaction.chain }),
  );
}

function stepOf({ steps }: Plan): StepOf {
  return (one) => (one.then === undefined ? pullStep : firstAction(steps) + one.then);
}

async function chargeBudgets(
  ports: TransferPorts,
  tx: TransferUnit,
  { plan }: Acceptance,
): Promise<void> {
  const day = dayOf(ports.clock.now());
  for (const charge of plan.charges) {
    if (!(await tx.transactions.charge(charge, day)))
      throw new RelayError('BUDGET_SPENT', {}, charge.reason);
  }
}

/**
 * Before it is sent, so that it holds against many at once: what strangers' code burns in a
 * transaction that succeeds is lost too.
 */
async function chargeExcess(
  ports: TransferPorts,
  tx: TransferUnit,
  client: string,
  prepared: readonly Prepared[],
): Promise<void> {
  for (const { purpose, chain, excessWei } of prepared) {
    if (excessWei === undefined) continue;
    const kind = purpose === 'payout' ? 'payout-revert' : 'revert';
    await chargeRevert(ports, tx, { chain, client, gasCostWei: excessWei, kind });
  }
}

/**
 * From the commit on: a balance may show what is pulled before anybody here has seen the pull
 * mined.
 */
async function holdPulled(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
  pull: readonly Prepared[],
): Promise<void> {
  const first = pull[0];
  if (first === undefined || route.plan.pullTo !== 'float') return;
  // Not in what was read so far, that deep; but a reorg may put the pull in any block above it.
  const readSoFar = first.block + 1 - finalityOf(ports.policy.finality, first.chain).confirmations;
  await tx.transactions.insertReservation(
    payersHold(ports, route, route.order.amount, Math.max(0, readSoFar + 1)),
  );
}

function newRoute(
  ports: TransferPorts,
  request: ExecuteRequest,
  { order: { askedBy: _, ...order }, plan, offer, refusals }: Acceptance,
): Route {
  const nowMs = ports.clock.now();
  const isPulling = request.mode === 'permit2';
  return {
    id: order.routeId,
    version: 0,
    ...startOf(plan.steps[firstAction(plan.steps)], isPulling),
    isSimulated: false,
    mode: request.mode,
    rail: offer.quote.rail,
    railPackage: offer.railPackage,
    bridge: offer.quote.bridge,
    order,
    permit: request.permit,
    allowance: request.allowance,
    plan,
    cursor: firstAction(plan.steps),
    credited: null,
    delivered: null,
    refusals,
    failure: null,
    srcTx: null,
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    quote: plan.keeps === 'perishable' ? offer.quote : null,
    client: request.client,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** The status a route starts in, by what it waits for first. */
export function startOf(
  first: PlanStep | undefined,
  isPulling: boolean,
): { readonly status: RouteStatus; readonly stage: string; readonly phase: RoutePhase } {
  if (isPulling) return { status: 'BRIDGING', stage: stages.receiving, phase: 'pulling' };
  switch (first?.kind) {
    case 'await-deposit':
      return { status: 'AWAITING_DEPOSIT', stage: stages.awaitingDeposit, phase: 'running' };
    case 'await-funds':
      return { status: 'FUNDS_REQUIRED', stage: stages.fundsRequired, phase: 'running' };
    case undefined:
    case 'reserve':
    case 'payout':
    case 'call':
    case 'track':
      return { status: 'BRIDGING', stage: stages.sending, phase: 'running' };
  }
}
