import {
  utcDay,
  routeOwner,
  finalityOf,
  firstAction,
  msUntilReset,
  type Order,
  type Plan,
  pullStep,
  RelayError,
  type Reservation,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransferUnit } from '../repository.ts';
import { assertAccepts, scopesOf, scopesOfEngine } from '../../switches/index.ts';
import {
  assertAccountsRun,
  assertGas,
  commitTransactions,
  type CommittedTransaction,
  sendOrPostpone,
  type StepOf,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import { assertReachable } from '../quote/reachable-rails.ts';
import { isRebalance, newRoute, type RailRefusal, type Route } from '../route.ts';
import { payersHold } from '../float/route-reservations.ts';
import {
  type AssertAgreed,
  booksDeficit,
  type Paying,
  whileBooksAgree,
} from '../float/while-books-agree.ts';
import { checkCallBudgets, hasCalls, worstOfCalls } from '../budgets/check-call-budgets.ts';
import {
  checkRefundBudgets,
  checkRevertBudgets,
  roomForPull,
  nextPullOf,
} from '../budgets/check-limits.ts';
import { acceptedPayoutOf, withMostGas } from '../budgets/check-payout-budgets.ts';
import { chargeExcess } from '../budgets/charge-excess.ts';
import { chargesOf } from '../budgets/charges-of.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { callsCost, giveBackCost, withGiveBack } from '../budgets/give-back-cost.ts';
import { PullRefused } from '../pull-refused.ts';
import { type Rehearsal, rehearsePlan } from './rehearse-plan.ts';
import { planReservations, reserveOwn } from '../float/reserve-float.ts';
import { storeAccepted, type Waiting } from './store-accepted.ts';
import { assertNoneUnderWay } from './rebalance-under-way.ts';

type AcceptPorts = Omit<TransferPorts, 'registry'>;

/**
 * A resource of the payer alone, such as a member's free transfers, was spent between plan and
 * commit. The rail may have another plan for the order.
 */
export class OwnBudgetSpent extends RelayError {}

/** What was agreed with the payer, and the waiting route that this one replaces. */
export interface Acceptance {
  readonly order: Order;
  readonly plan: Plan;
  readonly offer: RankedOffer;
  readonly refusals: readonly RailRefusal[];
  readonly waiting?: Waiting;
}

/**
 * Simulates both ends of the plan, then stores everything in one unit: the route with its permit's
 * key, the float, the gas, and the signed pull, or the float's own transfer, in its slot. Sends
 * only after that unit's COMMIT. Otherwise throws a catalogue code and leaves nothing behind.
 */
export async function acceptRoute(
  ports: AcceptPorts,
  request: ExecuteRequest,
  acceptance: Acceptance,
  signal: AbortSignal,
): Promise<Route> {
  const isPulling = request.mode === 'permit2';
  const calling = {
    chain: request.quote.lane.from,
    payer: request.permit?.owner ?? request.quote.payer ?? '',
    engine: acceptance.offer.quote.rail,
  };
  const isCalling = isPulling && hasCalls(acceptance.plan);
  if (isPulling) {
    await checkRevertBudgets(ports, ports.store.reads, request);
    await checkRefundBudgets(ports, ports.store.reads, request, acceptance.plan);
    if (isCalling) await checkCallBudgets(ports, ports.store.reads, calling);
  }
  const assertRoom = isPulling ? await roomForPull(ports, request, signal) : null;
  await assertRoom?.(ports.store.reads);
  const rehearsal = await ports.tracer.within({ name: 'simulate' }, () =>
    rehearsePlan(ports, request, { plan: acceptance.plan, quote: acceptance.offer.quote }, signal),
  );
  // Checked again: a chain that was not read for a while has been read since execute began.
  await assertReachable(ports, request.quote.lane, signal);
  const payout = acceptedPayoutOf(ports, rehearsal, request.quote.lane);
  const lost = giveBackCost(rehearsal.pull) + callsCost(rehearsal.calls);
  const plan = withGiveBack(withMostGas(acceptance.plan, payout), lost);
  // A function, because a deficit in the books undoes the first unit, and a payout that is small
  // enough is accepted in a second one.
  const accept = (assertAgreed: AssertAgreed) =>
    ports.store.run('accept-route', async (tx) => {
      await assertAgreed(tx);
      if (request.tick !== undefined) await tx.announce.routeAccepting(request.tick);
      const { railPackage, quote } = acceptance.offer;
      await assertAccepts(tx, [
        ...scopesOf(request.quote),
        ...scopesOfEngine(quote.rail, railPackage),
      ]);
      await assertRoom?.(tx);
      // Checked again: the account may have stopped since, and the payer's money would wait.
      await assertAccountsRun(ports.custody, tx, request.quote.lane);
      if (isPulling) {
        const { pull } = rehearsal;
        await checkRevertBudgets(ports, tx, request, { pull: nextPullOf(pull), payout });
        await checkRefundBudgets(ports, tx, request, acceptance.plan, lost);
        if (isCalling) await checkCallBudgets(ports, tx, calling, worstOfCalls(rehearsal.calls));
        await chargeExcess(ports, tx, { client: request.client, payer: calling.payer }, pull);
      }
      if (request.mode === 'rebalance') await assertNoneUnderWay(tx, request.quote);
      return storeRoute(ports, tx, request, { ...acceptance, plan }, rehearsal);
    });
  const paying = payingIn(request, acceptance.plan);
  const accepted =
    paying === null
      ? await accept(async () => undefined)
      : ((await whileBooksAgree(ports, paying, accept, signal)) ?? withheld(request, paying));
  await ports.tracer.within({ name: 'broadcast', chain: request.quote.lane.from }, () =>
    sendOrPostpone(ports, accepted.transactions, signal),
  );
  return accepted.route;
}

/** The refusal comes before anything is pulled. */
function withheld({ mode }: ExecuteRequest, paying: Paying): never {
  const refusal = booksDeficit(paying);
  // The float leaves the same account on every rail.
  throw mode === 'rebalance'
    ? new PullRefused(refusal.code, refusal.details, refusal.message)
    : refusal;
}

/** What leaves our float for the route; null if nothing does. */
function payingIn({ mode, quote }: ExecuteRequest, { steps }: Plan): Paying | null {
  if (mode === 'rebalance') return { token: quote.from, role: 'float', units: quote.amount };
  const step = steps.find((one) => one.kind === 'payout');
  return step === undefined ? null : { token: step.token, role: 'float', units: step.units };
}

async function storeRoute(
  ports: AcceptPorts,
  tx: TransferUnit,
  request: ExecuteRequest,
  { order, plan, offer, refusals, waiting }: Acceptance,
  { pull, payout }: Pick<Rehearsal, 'pull' | 'payout'>,
): Promise<{
  readonly route: Route;
  readonly transactions: readonly CommittedTransaction[];
}> {
  const { mode, permit, allowance, client } = request;
  const hasCode = nextPullOf(pull).runsForeignCode;
  const accepted = newRoute({
    order,
    plan,
    ...offer,
    isSimulated: false,
    mode,
    permit: permit !== null && hasCode ? { ...permit, ownerHasCode: true } : permit,
    allowance,
    refusals,
    client,
    spender: ports.custody.account(order.lane.from, 'spender'),
    nowMs: ports.clock.now(),
  });
  const route = await storeAccepted(tx, accepted, request, waiting);
  // Checked before the payer's money is taken, which would otherwise wait until the float has coin.
  for (const one of payout) await assertGas(ports, tx, routeOwner(route.id), one);
  await chargeBudgets(ports, tx, route);
  await tx.transactions.insertReservations([
    ...(await planReservations(ports, tx, route.id, plan)),
    ...pulledHolds(ports, route, pull),
  ]);
  if (isRebalance(route)) await reserveOwn(tx, route);
  const transactions = await commitTransactions(
    ports,
    tx,
    routeOwner(route.id),
    stepOf(plan),
    pull,
  );
  return { route, transactions };
}

/**
 * `then` counts the plan's steps after its reservations: 0 is the first call in the pull's
 * transaction.
 */
function stepOf({ steps }: Plan): StepOf {
  return (one) => (one.then === undefined ? pullStep : firstAction(steps) + one.then);
}

async function chargeBudgets(
  { policy }: Pick<AcceptPorts, 'policy'>,
  tx: TransferUnit,
  route: Route,
): Promise<void> {
  const { createdAtMs: atMs } = route;
  const refused = await tx.transactions.charge(chargesOf(policy, route), utcDay(atMs));
  if (refused === null) return;
  const details = { retryAfterMs: msUntilReset(atMs) };
  throw refused.isShared === true
    ? new RelayError('BUDGET_SPENT', details, refused.reason)
    : new OwnBudgetSpent('BUDGET_SPENT', details, refused.reason);
}

/**
 * The payer's money is held from the commit on, because a balance may show it before the service
 * has seen the pull mined.
 */
function pulledHolds(
  ports: AcceptPorts,
  route: Route,
  pull: readonly Prepared[],
): readonly Reservation[] {
  const first = pull[0];
  if (first === undefined || route.plan.pullTo !== 'float') return [];
  // The blocks read so far do not have the pull. A reorg may put it into any block above them.
  const readSoFar = first.block + 1 - finalityOf(ports.policy.finality, first.chain).confirmations;
  return [payersHold(ports, route, route.order.amount, Math.max(0, readSoFar + 1))];
}
