import {
  type Amount,
  type ChainRef,
  chainToWire,
  inTokens,
  type JsonObject,
  RelayError,
  rescale,
  type TokenRef,
} from '@interline/kernel';
import { floatBook, freeIn } from '../../transactions/index.ts';
import {
  assertMayMove,
  bpsOf,
  costsOfMove,
  type FloatMove,
  type MoveCost,
  type MoveFloat,
  moveQuestion,
  notFree,
  type QuoteRoute,
  railsOfFloat,
  refuseCost,
  type RehearseMove,
  type TransferPorts,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { floated } from './set-target.ts';

interface Ports {
  readonly ports: TransferPorts;
  readonly quoteRoute: QuoteRoute;
  readonly rehearseMove: RehearseMove;
  readonly moveFloat: MoveFloat;
  readonly maxCostBps: number;
}

export interface RebalanceOrder {
  /** Symbol or address; the same asset on both chains. */
  readonly token: string;
  readonly from: ChainRef;
  readonly to: ChainRef;
  readonly units: Amount;
  /** Null for the config's limit. */
  readonly maxCostBps: number | null;
}

/**
 * Moves float to another chain over our rails: through the cheapest engine within the limit,
 * without those that pay from the float itself. A dry run compares them and lets the cheapest build
 * its plan, so that it names the engine that would be used. The move is an ordinary route whose
 * first transaction is the float's own transfer to the spender. Throws `INSUFFICIENT_FLOAT`,
 * `NO_ROUTE` above the limit, `WRONG_STATE` while such a move is pending, and the errors of
 * `moveFloat`.
 */
export function rebalanceFloat({ ports, quoteRoute, rehearseMove, moveFloat, maxCostBps }: Ports) {
  return operatorAction({
    name: 'float-rebalance',
    targetOf: ({ token, from, to }: RebalanceOrder) =>
      `float of ${token} from ${chainToWire(from)} to ${chainToWire(to)}`,
    async plan(order, signal) {
      const { from, to, units } = order;
      const move = moveOf(ports, order, order.maxCostBps ?? maxCostBps);
      const question = moveQuestion(ports, move);
      await assertMayMove(ports, question);
      const freeOf = (token: TokenRef) =>
        freeIn(ports.store.reads, floatBook(ports.custody, token));
      const [hereFree, thereFree] = await Promise.all([freeOf(move.from), freeOf(move.to)]);
      if (units > hereFree) throw notFree(move.from, hereFree, units);
      const { compared } = await quoteRoute(
        question,
        { excludeRails: railsOfFloat(ports) },
        signal,
      );
      const quotes = compared.flatMap(({ quote }) => (quote?.kind === 'firm' ? [quote] : []));
      const costs = await costsOfMove(ports, question, quotes, signal);
      assertAffordable(costs, move);
      const used = await rehearseMove(move, costs, signal);
      return {
        move,
        thereFree: BigInt(thereFree),
        before: {
          [`free on ${chainToWire(from)}`]: String(hereFree),
          [`free on ${chainToWire(to)}`]: String(thereFree),
        },
        after: {
          units: units.toString(),
          amount: inTokens(units, move.from),
          [`free on ${chainToWire(from)}`]: String(hereFree - units),
          ...carriedBy(used, move, thereFree),
          compared: costs.map((cost) => shownCost(cost, move)),
        },
      };
    },
    perform: {
      in: 'steps',
      async run({ move, thereFree, before, after }, _order, signal) {
        // Priced again: the compared prices may no longer hold, but the limit does.
        const { route, cost } = await moveFloat(move, signal);
        const { id } = route;
        const started = { route: id, follow: `interline status ${id}` };
        return {
          before,
          after: { ...after, ...carriedBy(cost, move, thereFree), ...started },
          result: id,
        };
      },
    },
  });
}

function moveOf(
  ports: Pick<TransferPorts, 'tokens'>,
  { token, from, to, units }: RebalanceOrder,
  maxCostBps: number,
): FloatMove {
  const [source, destination] = [tokenOn(ports, from, token), tokenOn(ports, to, token)];
  if (source.asset !== destination.asset)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'token' },
      `${source.symbol} on ${from} and ${destination.symbol} on ${to} are not of one asset`,
    );
  return { from: source, to: destination, units, maxCostBps };
}

/** What the engine delivers, and its cost. */
function carriedBy(
  cost: MoveCost,
  { from, to, units, maxCostBps }: FloatMove,
  thereFree: bigint,
): JsonObject {
  const arrives = rescale(units - cost.lost, from.decimals, to.decimals);
  return {
    [`free on ${chainToWire(to.chain)}`]: String(thereFree + arrives),
    engine: cost.quote.rail,
    costBps: bpsOf(cost, units),
    limitBps: maxCostBps,
  };
}

/** Throws `NO_ROUTE` if none has a known cost within the limit. */
function assertAffordable(costs: readonly MoveCost[], move: FloatMove): void {
  const { units, maxCostBps } = move;
  const [best] = costs;
  if (best !== undefined && refuseCost(best, units, maxCostBps) === null) return;
  const compared = costs.map((cost) => shownCost(cost, move));
  const bps = best === undefined || best.carriesCoin ? null : bpsOf(best, units);
  throw new RelayError(
    'NO_ROUTE',
    { compared, limitBps: maxCostBps },
    best === undefined || bps === null
      ? 'no engine that could move this float has a cost that is known now'
      : `the best engine, ${best.quote.rail}, would cost ${bps} bps; the limit is ${maxCostBps} (--max-cost-bps). Compared: ${compared.join('; ')}`,
  );
}

/** As `across: 12 bps (0.01 USDC lost, 0.002 USDC for gas)`. */
function shownCost(cost: MoveCost, { from, units }: Pick<FloatMove, 'from' | 'units'>): string {
  const { quote, carriesCoin } = cost;
  const lost = inTokens(cost.lost, from);
  const gas = cost.gas === null ? null : inTokens(cost.gas, from);
  if (carriesCoin)
    return `${quote.rail}: left out, its calls carry coin (${lost} lost, ${gas ?? 'unknown'} for gas and coin)`;
  return gas === null
    ? `${quote.rail}: ${lost} lost, gas unknown`
    : `${quote.rail}: ${bpsOf(cost, units)} bps (${lost} lost, ${gas} for gas)`;
}

function tokenOn(
  { tokens }: Pick<TransferPorts, 'tokens'>,
  chain: ChainRef,
  name: string,
): TokenRef {
  return floated(tokens.resolve(chain, name, 'token'));
}
