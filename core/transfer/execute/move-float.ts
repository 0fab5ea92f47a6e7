import {
  type Amount,
  defaultSlippage,
  isRelayError,
  type Plan,
  type QuoteRequest,
  type Refusal,
  refuse,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import { assertAccountsRun } from '../../transactions/index.ts';
import { assertAccepts, scopesOf } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import { type RailRefusal, railRefusalOf, type Route } from '../route.ts';
import { checkOrder } from './check-order.ts';
import { chooseOffers, planAtCost } from './choose-offers.ts';
import { atPlan, costsOfMove, leastOutput, type MoveCost, refuseCost } from './cost-of-move.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { orderOf } from './order-of.ts';
import { acceptFirst } from './take-offer.ts';
import { assertNoneUnderWay } from './rebalance-under-way.ts';
import { PullRefused } from '../pull-refused.ts';
import { type Planned, rehearsePlan } from './rehearse-plan.ts';

/** The same asset on two chains; the float moves from one to the other. */
export interface FloatMove {
  readonly from: TokenRef;
  readonly to: TokenRef;
  readonly units: Amount;
  /** Maximum of loss and gas together, in basis points of the moved amount. */
  readonly maxCostBps: number;
}

export interface StartedMove {
  readonly route: Route;
  /** The cost at the engine that took it, according to the accepted plan. */
  readonly cost: MoveCost;
}

/**
 * Moves float to another chain through the cheapest engine within the limit, and tries the next one
 * if an engine refuses or its plan costs more. Resolves when the float's own transfer to the
 * spender is committed and sent; the route's job continues from there. Throws `NO_ROUTE` above the
 * limit, `INSUFFICIENT_FLOAT`, `BAD_REQUEST` while such a move is pending, `BOOKS_DEFICIT`,
 * `PAUSED`, and a quote's errors.
 */
export type MoveFloat = (move: FloatMove, signal: AbortSignal) => Promise<StartedMove>;

export function moveFloat(ports: TransferPorts): MoveFloat {
  return async (move, signal) => {
    const request = requestOf(ports, move);
    const { quote } = request;
    checkOrder(ports, request);
    await assertMayMove(ports, quote);
    const choice = await chooseOffers(ports, request, null, signal);
    const costs = await costsOfMove(
      ports,
      quote,
      choice.offers.map((one) => one.quote),
      signal,
    );
    const fit = sortFit(costs, move);
    const offers = fit.within.flatMap((cost) =>
      choice.offers.filter((one) => one.quote === cost.quote),
    );
    // The route stores them, so that no failover uses an engine beyond the limit.
    const refusals: RailRefusal[] = [...choice.excluded, ...choice.refusals, ...fit.refusals];
    const order = orderOf(ports, request, request.minOut, `rt_${ports.entropy.hex(16)}`);
    const planned: MoveCost[] = [];
    const judge = (plan: Plan, offer: RankedOffer): Refusal | null => {
      const cost = fit.within.find((one) => one.quote === offer.quote);
      if (cost === undefined) return null;
      const now = atPlan(cost, quote, plan);
      planned.push(now);
      return refuseCost(now, move.units, move.maxCostBps);
    };
    const accepted = await acceptFirst(ports, { request, order, offers, refusals, judge }, signal);
    const cost = planned.at(-1);
    if (accepted === null || cost === undefined)
      throw cannotExecute(refusals.slice(choice.excluded.length), choice.excluded);
    return { route: accepted.route, cost };
  };
}

/**
 * The engine that would take the move: the cheapest whose plan holds, with that plan's cost. It
 * asks engines to build plans and simulates the float's transfer; it commits nothing. Throws
 * `NO_ROUTE` if none would, and the error that makes the float's transfer itself impossible.
 */
export type RehearseMove = (
  move: FloatMove,
  costs: readonly MoveCost[],
  signal: AbortSignal,
) => Promise<MoveCost>;

export function rehearseMove(ports: TransferPorts): RehearseMove {
  return async (move, costs, signal) => {
    const request = requestOf(ports, move);
    const order = orderOf(ports, request, request.minOut, `rt_${ports.entropy.hex(16)}`);
    const { within, refusals } = sortFit(costs, move);
    for (const cost of within) {
      const { quote } = cost;
      const railPackage = packageOf(ports, quote.rail);
      const plan = await planAtCost(ports, order, { railPackage, quote }, null, signal);
      const now = plan.ok ? atPlan(cost, request.quote, plan.value) : cost;
      const refusal = plan.ok
        ? (refuseCost(now, move.units, move.maxCostBps) ??
          (await refusedRehearsal(ports, request, { plan: plan.value, quote }, signal)))
        : plan;
      if (refusal === null) return now;
      refusals.push(railRefusalOf(quote.rail, refusal));
    }
    throw cannotExecute(refusals);
  };
}

/** Null if it can be sent; throws if no engine could take the float from its account. */
async function refusedRehearsal(
  ports: TransferPorts,
  request: ExecuteRequest,
  planned: Planned,
  signal: AbortSignal,
): Promise<Refusal | null> {
  try {
    await rehearsePlan(ports, request, planned, signal);
    return null;
  } catch (error) {
    if (!isRelayError(error) || error instanceof PullRefused) throw error;
    return refuse(error.code, error.message);
  }
}

/** The package that has the engine. */
function packageOf({ registry }: Pick<TransferPorts, 'registry'>, engine: string): string {
  return (
    registry.rails.find(({ manifest }) => manifest.ways.includes(engine))?.manifest.id ?? engine
  );
}

/** The engines within the limit, and why the others are excluded. */
function sortFit(
  costs: readonly MoveCost[],
  { units, maxCostBps }: FloatMove,
): { readonly within: readonly MoveCost[]; readonly refusals: RailRefusal[] } {
  const judged = costs.map((cost) => ({ cost, refusal: refuseCost(cost, units, maxCostBps) }));
  return {
    within: judged.flatMap(({ cost, refusal }) => (refusal === null ? [cost] : [])),
    refusals: judged.flatMap(({ cost, refusal }) =>
      refusal === null ? [] : [railRefusalOf(cost.quote.rail, refusal)],
    ),
  };
}

/**
 * The request to the rails for a move of float: free of our own charge, and never to rails that pay
 * from the float.
 */
export function moveQuestion(
  { custody }: Pick<TransferPorts, 'custody'>,
  { from, to, units }: Pick<FloatMove, 'from' | 'to' | 'units'>,
): QuoteRequest & { readonly recipient: string } {
  return {
    lane: { from: from.chain, to: to.chain },
    from,
    to,
    amount: units,
    payer: custody.account(from.chain, 'float'),
    recipient: custody.account(to.chain, 'float'),
    slippage: defaultSlippage,
    isOwn: true,
  };
}

/** Rails that pay from the float itself. */
export function railsOfFloat({ registry }: Pick<TransferPorts, 'registry'>): readonly string[] {
  return registry.rails.flatMap(({ manifest }) =>
    manifest.capabilities.includes('inventory') ? [manifest.id] : [],
  );
}

/**
 * Throws `PAUSED`, `ACCOUNT_STOPPED`, and `BAD_REQUEST` while the same token is already being moved
 * between these chains.
 */
export async function assertMayMove(
  { custody, store }: Pick<TransferPorts, 'custody' | 'store'>,
  question: QuoteRequest,
): Promise<void> {
  await assertAccepts(store.reads, scopesOf(question));
  await assertAccountsRun(custody, store.reads, question.lane);
  await assertNoneUnderWay(store.reads, question);
}

function requestOf(
  ports: Pick<TransferPorts, 'custody' | 'registry'>,
  move: FloatMove,
): ExecuteRequest & { readonly minOut: Units } {
  const quote = moveQuestion(ports, move);
  return {
    quote,
    mode: 'rebalance',
    permit: null,
    claimedSpender: null,
    allowance: null,
    minOut: leastOutput(quote, move.maxCostBps),
    live: true,
    dryRun: false,
    allowBurnAddress: false,
    excludeRails: railsOfFloat(ports),
    onlyEnforced: false,
    sandbox: null,
    isOperator: true,
    client: 'operator',
    idempotency: null,
  };
}
