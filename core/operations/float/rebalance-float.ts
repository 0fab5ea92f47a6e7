import {
  type Amount,
  asUnits,
  type ChainRef,
  chainToWire,
  defaultSlippage,
  type FirmQuote,
  noUnits,
  type QuoteRequest,
  RelayError,
  rescale,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import { freeIn } from '../../transactions/index.ts';
import { costOfOrder, type QuoteRoute, type TransferPorts } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { floated } from './set-target.ts';

interface Ports {
  readonly ports: TransferPorts;
  readonly quoteRoute: QuoteRoute;
  readonly maxCostBps: number;
}

export interface RebalanceOrder {
  /** Symbol or address; the same asset on both chains. */
  readonly token: string;
  readonly from: ChainRef;
  readonly to: ChainRef;
  readonly units: Amount;
  /** Null takes the config's limit. */
  readonly maxCostBps: number | null;
}

/** What one engine would take for moving float, in the source token's smallest units. */
interface Costed {
  readonly engine: string;
  /** What arrives less than left, at par; rounded up. */
  readonly lost: Units;
  /** Null where a price or a chain is missing. */
  readonly gas: Units | null;
}

/**
 * What moving float to another chain over our rails would cost: every engine but those that pay out
 * of the float itself, against the limit. It is not carried out: a rail is called from the spender,
 * and what the float would first send there has no owner in the store until the route is accepted,
 * so that a crash between the two would leave it unaccounted. Throws `INSUFFICIENT_FLOAT`,
 * `NO_ROUTE` above the limit, and what a quote throws.
 */
export function rebalanceFloat({ ports, quoteRoute, maxCostBps }: Ports) {
  return operatorAction({
    name: 'float-rebalance',
    targetOf: ({ token, from, to }: RebalanceOrder) =>
      `float of ${token} from ${chainToWire(from)} to ${chainToWire(to)}`,
    async plan(order, signal) {
      const { from, to, units, token } = order;
      const [source, destination] = [tokenOn(ports, from, token), tokenOn(ports, to, token)];
      if (source.asset !== destination.asset)
        throw new RelayError(
          'BAD_REQUEST',
          { field: 'token' },
          `${source.symbol} on ${from} and ${destination.symbol} on ${to} are not of one asset`,
        );
      const float = ports.custody.account('float');
      const [hereFree, thereFree] = await Promise.all([
        freeIn(ports.store.reads, { chain: from, account: float, token: source.address }),
        freeIn(ports.store.reads, { chain: to, account: float, token: destination.address }),
      ]);
      if (units > hereFree)
        throw new RelayError(
          'INSUFFICIENT_FLOAT',
          { chain: from },
          `the float account on ${from} has ${hereFree} of ${source.symbol} free; ${units} were to move`,
        );
      const request: QuoteRequest = {
        lane: { from, to },
        from: source,
        to: destination,
        amount: units,
        payer: float,
        recipient: float,
        slippage: defaultSlippage,
      };
      const costed = await costsOf({ ports, quoteRoute }, request, signal);
      const limitBps = order.maxCostBps ?? maxCostBps;
      const best = costed.find(({ gas }) => gas !== null);
      const comparison = costed.map((one) => shownCost(one, units));
      if (best === undefined || bpsOf(best, units) > limitBps)
        throw new RelayError(
          'NO_ROUTE',
          { compared: comparison, limitBps },
          best === undefined
            ? 'no engine that could move this float has a cost that is known now'
            : `the best engine, ${best.engine}, would cost ${bpsOf(best, units)} bps; the limit is ${limitBps} (--max-cost-bps)`,
        );
      return {
        before: {
          [`free on ${chainToWire(from)}`]: String(hereFree),
          [`free on ${chainToWire(to)}`]: String(thereFree),
        },
        after: {
          [`free on ${chainToWire(from)}`]: String(hereFree - units),
          [`free on ${chainToWire(to)}`]: String(
            thereFree + rescale(units - best.lost, source.decimals, destination.decimals),
          ),
          engine: best.engine,
          costBps: bpsOf(best, units),
          limitBps,
          compared: comparison,
        },
      };
    },
    perform: {
      in: 'steps',
      run: (plan) =>
        Promise.reject(
          new RelayError(
            'BAD_REQUEST',
            { field: 'dryRun', compared: plan.after.compared },
            `this service does not carry a rebalancing out by itself: between the transfer to the spender and the accepted route a crash would leave the money without an owner in the store. Withdraw it with "interline float withdraw" and move it by hand (${plan.after.engine} is best, ${plan.after.costBps} bps), or send dryRun: true to compare only`,
          ),
        ),
    },
  });
}

async function costsOf(
  { ports, quoteRoute }: Pick<Ports, 'ports' | 'quoteRoute'>,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<readonly Costed[]> {
  const ofFloat = ports.registry.rails.flatMap(({ manifest }) =>
    manifest.capabilities.includes('inventory') ? [manifest.id] : [],
  );
  const { compared } = await quoteRoute(request, { excludeRails: ofFloat }, signal);
  const quotes = compared.flatMap(({ quote }) => (quote?.kind === 'firm' ? [quote] : []));
  const costed = await Promise.all(quotes.map((quote) => costOf(ports, request, quote, signal)));
  return costed.toSorted((a, b) => compare(totalOf(a), totalOf(b)));
}

async function costOf(
  ports: TransferPorts,
  request: QuoteRequest,
  quote: FirmQuote,
  signal: AbortSignal,
): Promise<Costed> {
  const arrives = rescale(quote.output, request.to.decimals, request.from.decimals);
  return {
    engine: quote.rail,
    lost: arrives < quote.input ? asUnits(quote.input - arrives) : noUnits,
    gas: await costOfOrder(ports, request, quote, signal),
  };
}

/** Those whose gas is unknown come last. */
function totalOf({ lost, gas }: Costed): bigint | null {
  return gas === null ? null : lost + gas;
}

function compare(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}

/** Rounded up, so that a limit is never passed by a fraction. */
function bpsOf(one: Costed, units: Amount): number {
  const total = totalOf(one) ?? noUnits;
  return Number((total * 10_000n + units - 1n) / units);
}

/** As `across: 12 bps (10000 lost, 2000 for gas)`. */
function shownCost(one: Costed, units: Amount): string {
  const { engine, lost, gas } = one;
  return gas === null
    ? `${engine}: ${lost} lost, gas unknown`
    : `${engine}: ${bpsOf(one, units)} bps (${lost} lost, ${gas} for gas)`;
}

function tokenOn({ tokens }: TransferPorts, chain: ChainRef, name: string): TokenRef {
  return floated(tokens.resolve(chain, name, 'token'));
}
