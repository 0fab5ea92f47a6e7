import { type Amount, defaultSlippage, type QuoteRequest, type TokenRef } from '@interline/kernel';
import { assertAccountsRun } from '../../transactions/index.ts';
import { assertAccepts, scopesOf } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import type { RailRefusal, Route } from '../route.ts';
import { checkOrder } from './check-order.ts';
import { chooseOffers } from './choose-offers.ts';
import { bpsOf, costsOfMove, isWithin, leastOutput } from './cost-of-move.ts';
import { type ExecuteRequest, orderOf } from '../execute-request.ts';
import { acceptFirst } from './execute-route.ts';
import { assertNoneUnderWay } from './rebalance-under-way.ts';

/** The same asset on two chains; the float moves from the one to the other. */
export interface FloatMove {
  readonly from: TokenRef;
  readonly to: TokenRef;
  readonly units: Amount;
  /** Most that loss and gas together may be, in basis points of what is moved. */
  readonly maxCostBps: number;
}

/**
 * Moves float to another chain over the cheapest engine within the limit that takes it, the next one
 * where that refuses. Resolves when the float's own transfer to the spender is committed and sent;
 * the route's job goes on from there. Throws `NO_ROUTE` above the limit, `INSUFFICIENT_FLOAT`,
 * `BAD_REQUEST` while such a move is under way, `BOOKS_DEFICIT`, `PAUSED`, and what a quote throws.
 */
export type MoveFloat = (move: FloatMove, signal: AbortSignal) => Promise<Route>;

export function moveFloat(ports: TransferPorts): MoveFloat {
  return async (move, signal) => {
    const { maxCostBps } = move;
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
    const within = costs.filter((cost) => isWithin(cost, quote.amount, maxCostBps));
    const offers = within.flatMap((cost) =>
      choice.offers.filter((one) => one.quote === cost.quote),
    );
    // They stay in the route, so that no fail-over takes an engine beyond the limit.
    const refusals: RailRefusal[] = [
      ...choice.excluded,
      ...choice.refusals,
      ...costs
        .filter((cost) => !within.includes(cost))
        .map((cost): RailRefusal => ({
          rail: cost.quote.rail,
          code: 'NO_ROUTE',
          reason: `it would cost ${bpsOf(cost, quote.amount) ?? 'an unknown number of'} bps; the limit is ${maxCostBps}`,
        })),
    ];
    const order = orderOf(ports, request, null, `rt_${ports.entropy.hex(16)}`);
    const route = await acceptFirst(ports, request, order, offers, refusals, signal);
    if (route === null)
      throw cannotExecute(refusals.slice(choice.excluded.length), choice.excluded);
    return route;
  };
}

/** What a move of float asks the rails: free of our own charge, and never those that pay out of it. */
export function moveQuestion(
  { custody }: Pick<TransferPorts, 'custody'>,
  { from, to, units }: Pick<FloatMove, 'from' | 'to' | 'units'>,
): QuoteRequest & { readonly recipient: string } {
  const float = custody.account('float');
  return {
    lane: { from: from.chain, to: to.chain },
    from,
    to,
    amount: units,
    payer: float,
    recipient: float,
    slippage: defaultSlippage,
    isOwn: true,
  };
}

/** Rails that pay out of the float itself. */
export function railsOfFloat({ registry }: Pick<TransferPorts, 'registry'>): readonly string[] {
  return registry.rails.flatMap(({ manifest }) =>
    manifest.capabilities.includes('inventory') ? [manifest.id] : [],
  );
}

/**
 * Throws `PAUSED`, `ACCOUNT_STOPPED`, and `BAD_REQUEST` while the same token is being moved between
 * these chains already.
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
): ExecuteRequest {
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
