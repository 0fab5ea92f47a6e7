import {
  answer,
  asAmount,
  callOf,
  type FirmQuote,
  firstAction,
  isRelayError,
  type Order,
  type Plan,
  RelayError,
} from '@interline/kernel';
import type { PrepareOutcome } from '@interline/ports';
import { assertAccepts, closedEngines, scopesOfEngine } from '../../switches/index.ts';
import type { TransactionReads } from '../../transactions/index.ts';
import { checkCallBudgets, hasCalls, worstOfCalls } from '../budgets/check-call-budgets.ts';
import { carriedCoin, withGiveBack } from '../budgets/give-back-cost.ts';
import { commitPlanReservation } from '../float/reserve-float.ts';
import type { TransferPorts } from '../ports.ts';
import { collectOffers, type PricedOffer } from '../quote/collect-offers.ts';
import { judgeAccountsOf } from './judge-accounts-of.ts';
import { type RailRefusal, type Route, stages, withGasFee } from '../route.ts';
import { failRoute } from './end-route.ts';
import { releasePayout } from '../float/route-reservations.ts';
import { type Advance, later, moved, stopForOperator, type WhyLeft } from './advance.ts';
import { assertNotPaused } from './assert-not-paused.ts';
import { hasValueLeft } from './outcomes-of.ts';
import { prepareCallOf } from './prepare-call-of.ts';

interface Successor {
  readonly rail: string;
  readonly railPackage: string;
  readonly bridge: string;
  readonly plan: Plan;
  readonly quote: FirmQuote;
  /** Highest cost of its first call in the next block; zero while it is not prepared. */
  readonly worstCallCost: bigint;
}

interface Succession {
  readonly successor: Successor | null;
  /** Offers that were tried before it and refused. */
  readonly refusals: readonly RailRefusal[];
}

/**
 * The current rail cannot continue and no value has left (rule 5). The next rail that still meets
 * the agreed minimum with the credited amount takes over; otherwise the payer is refunded in full.
 */
export async function leaveRail(
  ports: TransferPorts,
  route: Route,
  why: WhyLeft,
  signal: AbortSignal,
): Promise<Advance> {
  if (hasValueLeft(route, await ports.store.reads.transactions.transactionsOf(route.id)))
    return stopForOperator(ports, route, why);
  await assertNotPaused(ports.store.reads, route);
  // The rail may refuse because a lost part of the store has already made this transfer.
  await judgeAccountsOf(ports, route, signal);
  const left = [...route.refusals, { rail: route.rail, code: why.code, reason: why.reason }];
  const { successor, refusals } = await chooseSuccessor(
    ports,
    route,
    { without: left.map((one) => one.rail) },
    signal,
  );
  // While a process stops, every rail refuses; that says nothing about the route.
  if (signal.aborted) return later(ports.clock.now());
  ports.log.warn('rail-left', {
    routeId: route.id,
    rail: route.rail,
    code: why.code,
    successor: successor?.rail ?? 'refund',
  });
  const all = [
    ...left,
    ...refusals.filter((one) => !left.some((known) => known.rail === one.rail)),
  ];
  if (successor !== null) {
    const taken = await takeOver(ports, route, successor, all);
    if (taken !== null) return moved(taken);
  }
  return giveBack(ports, route, why, all);
}

/** Refunds the payer in full. Only for a route with nothing on its way, ours or the payer's. */
export async function giveBack(
  ports: TransferPorts,
  route: Route,
  why: WhyLeft,
  refusals: readonly RailRefusal[] = route.refusals,
): Promise<Advance> {
  const next = await ports.store.run('leave-rail', async (tx) => {
    await releasePayout(tx, route);
    if (route.credited === null) {
      return failRoute(ports, tx, route, { ...why, stage: stages.notPulled }, { refusals });
    }
    const failure = { code: why.code, reason: why.reason };
    const change = { phase: 'refunding', stage: stages.refunding, refusals, failure } as const;
    return tx.transfers.moveRoute(route, change, ports.clock.now());
  });
  return next.phase === 'ended' ? { kind: 'ended', route: next } : moved(next);
}

/**
 * Hands the route over to another plan. Its steps follow the ones already run, so that no step
 * number is used twice. Null if the free float no longer covers it.
 */
async function takeOver(
  ports: TransferPorts,
  route: Route,
  successor: Successor,
  refusals: readonly RailRefusal[],
): Promise<Route | null> {
  const run = route.plan.steps.slice(0, route.cursor + 1);
  try {
    return await ports.store.run('take-over', async (tx) => {
      if (successor.rail !== route.rail) {
        await assertAccepts(tx, scopesOfEngine(successor.rail, successor.railPackage));
        await checkCalls(ports, tx, route, successor);
      }
      await releasePayout(tx, route);
      await commitPlanReservation(ports, tx, route.id, successor.plan);
      return tx.transfers.moveRoute(
        route,
        {
          rail: successor.rail,
          railPackage: successor.railPackage,
          bridge: successor.bridge,
          quote: successor.plan.keeps === 'perishable' ? successor.quote : null,
          plan: {
            ...withGasFee(costed(route, successor.plan), successor.quote),
            steps: [...run, ...successor.plan.steps],
          },
          cursor: run.length + firstAction(successor.plan.steps),
          refusals,
          stage: stages.sending,
        },
        ports.clock.now(),
      );
    });
  } catch (error) {
    if (isRelayError(error) && noTakeOver.includes(error.code)) return null;
    throw error;
  }
}

/** A refund of the new plan costs the same, except for the coin that its calls carry. */
export function costed({ plan: left, cursor }: Pick<Route, 'plan' | 'cursor'>, plan: Plan): Plan {
  const { giveBackCost } = left;
  if (giveBackCost === undefined) return plan;
  const gasCost = giveBackCost - carriedBy(left.steps.slice(cursor));
  return withGiveBack(plan, (gasCost > 0n ? gasCost : 0n) + carriedBy(plan.steps));
}

function carriedBy(steps: Plan['steps']): bigint {
  return steps.reduce((sum, step) => sum + carriedCoin(step), 0n);
}

/** The float no longer covers it, or the budgets do not cover its calls. */
const noTakeOver: readonly string[] = ['INSUFFICIENT_FLOAT', 'BUDGET_SPENT'];

/**
 * Maximum number of reverted calls per route. One may revert because a price moved; if a second
 * does too, the order itself is the likely cause, and each costs us up to three million gas.
 */
const maxRevertedCalls = 2;

/**
 * Whether the engine may make its calls for the route, within its budgets, the payer's and the
 * route's own limit. Throws `BUDGET_SPENT`.
 */
async function checkCalls(
  ports: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: {
    readonly transactions: Pick<TransactionReads, 'spentOfEach' | 'openCalls' | 'transactionsOf'>;
  },
  { id, order }: Pick<Route, 'id' | 'order'>,
  { rail: engine, plan, worstCallCost }: Pick<Successor, 'rail' | 'plan' | 'worstCallCost'>,
): Promise<void> {
  if (!hasCalls(plan)) return;
  const reverted = (await reads.transactions.transactionsOf(id)).filter(
    ({ purpose, state }) => purpose === 'call' && state === 'reverted',
  );
  if (reverted.length >= maxRevertedCalls)
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `${reverted.length} calls of this transfer have reverted, and no more are made for it`,
    );
  const calling = { chain: order.lane.from, payer: order.payer, engine };
  await checkCallBudgets(ports, reads, calling, worstCallCost);
}

/**
 * The first call of an engine that would take over, so that no engine takes over whose call would
 * not be made. None if the engine is already in charge, because its call is prepared next.
 */
async function rehearseCall(
  ports: Pick<TransferPorts, 'custody'>,
  route: Route,
  { rail, plan, quote }: Pick<Successor, 'rail' | 'plan' | 'quote'>,
  signal: AbortSignal,
): Promise<PrepareOutcome> {
  const step = callOf(plan.steps[firstAction(plan.steps)]);
  return rail === route.rail || step === null
    ? answer([])
    : prepareCallOf(ports, route, { step, fronts: quote.fronts }, signal);
}

/** The same as a refusal of the engine; null if it may make its calls. */
async function refusalOfCalls(
  ports: Pick<TransferPorts, 'clock' | 'policy' | 'store'>,
  route: Route,
  successor: Successor,
): Promise<RailRefusal | null> {
  if (successor.rail === route.rail) return null;
  try {
    await checkCalls(ports, ports.store.reads, route, successor);
    return null;
  } catch (error) {
    if (!isRelayError(error) || error.code !== 'BUDGET_SPENT') throw error;
    return { rail: successor.rail, code: error.code, reason: error.message };
  }
}

/**
 * The first offer, without the rails that the caller excludes and starting with the one it names,
 * that delivers the agreed minimum with the credited amount and whose plan starts from the account
 * that holds the money.
 */
async function chooseSuccessor(
  ports: Pick<TransferPorts, 'registry' | 'store' | 'clock' | 'policy' | 'custody'>,
  route: Route,
  wanted: { readonly without: readonly string[]; readonly first?: string },
  signal: AbortSignal,
): Promise<Succession> {
  // A deposit's price belongs to its own rail, and another plan would wait for a deposit again.
  const isOwnRails = route.isSimulated || route.mode === 'deposit';
  if (isOwnRails || route.credited === null || route.credited === 0n)
    return { successor: null, refusals: [] };
  const order: Order = { ...route.order, amount: asAmount(route.credited), isPulled: true };
  // A rail that is being drained finishes what it has and takes over nothing.
  const closed = closedEngines(ports.registry, await ports.store.reads.switches.switches()).filter(
    (engine) => engine !== route.rail,
  );
  const without = [...wanted.without, ...closed];
  const offers = await collectOffers(ports.registry, order, without, signal).catch(() => null);
  const refusals: RailRefusal[] = [...(offers?.refusals ?? [])];
  for (const { rail, quote } of inOrder(offers?.priced ?? [], wanted.first)) {
    if (quote.kind !== 'firm' || quote.minOutput < order.minOutput) continue;
    const plan = await rail.plan(order, quote, signal);
    if (!plan.ok) {
      refusals.push({ rail: quote.rail, code: plan.code, reason: plan.reason });
      continue;
    }
    if (plan.value.pullTo !== route.plan.pullTo) continue;
    const offer = { rail: quote.rail, plan: plan.value, quote };
    const call = await rehearseCall(ports, route, offer, signal);
    if (!call.ok) {
      refusals.push({ rail: quote.rail, code: call.code, reason: call.reason });
      continue;
    }
    const successor: Successor = {
      ...offer,
      railPackage: rail.manifest.id,
      bridge: quote.bridge,
      worstCallCost: worstOfCalls(call.value),
    };
    const refused = await refusalOfCalls(ports, route, successor);
    if (refused === null) return { successor, refusals };
    refusals.push(refused);
  }
  return { successor: null, refusals };
}

function inOrder(
  priced: readonly PricedOffer[],
  first: string | undefined,
): readonly PricedOffer[] {
  return [
    ...priced.filter((offer) => offer.quote.rail === first),
    ...priced.filter((offer) => offer.quote.rail !== first),
  ];
}

/**
 * Whether the plan must be made again once the pull is credited: upstream transactions go stale in
 * seconds, and a plan for a different amount cannot be run.
 */
export function needsRenewal(route: Route): boolean {
  return (
    route.cursor === firstAction(route.plan.steps) &&
    route.credited !== null &&
    (route.plan.keeps === 'perishable' || route.credited !== route.order.amount)
  );
}

/**
 * Asks the same rail first, with the credited amount. If it no longer meets the agreed minimum, the
 * next rail that does takes over; otherwise the payer is refunded.
 */
export async function renewPlan(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Advance> {
  await assertNotPaused(ports.store.reads, route);
  const found =
    (await renewFromQuote(ports, route, signal)) ?? (await askAgain(ports, route, signal));
  if (signal.aborted) return later(ports.clock.now());
  const renewed = 'plan' in found ? await takeOver(ports, route, found, route.refusals) : null;
  if (renewed !== null) return moved(renewed);
  return leaveRail(ports, route, 'plan' in found ? noLongerMet : found, signal);
}

const noLongerMet: WhyLeft = {
  code: 'BELOW_AGREED_OUTPUT',
  reason: 'the agreed minimum can no longer be met with what was credited',
};

/** From the accepted quote if its whole amount came; then no other rail is asked. */
async function renewFromQuote(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Successor | WhyLeft | null> {
  const { order, quote, credited, railPackage, rail, bridge } = route;
  if (quote === null || credited !== quote.input) return null;
  const held: Order = { ...order, isPulled: true };
  const outcome = await ports.registry.byId(railPackage)?.plan(held, quote, signal);
  if (outcome === undefined || !outcome.ok) return outcome ?? null;
  return { rail, railPackage, bridge, plan: outcome.value, quote, worstCallCost: 0n };
}

async function askAgain(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<Successor | WhyLeft> {
  const { successor, refusals } = await chooseSuccessor(
    ports,
    route,
    { without: route.refusals.map((one) => one.rail), first: route.rail },
    signal,
  );
  return successor ?? refusals.find((one) => one.rail === route.rail) ?? noLongerMet;
}
