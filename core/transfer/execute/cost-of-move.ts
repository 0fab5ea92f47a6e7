import {
  type Amount,
  asUnits,
  type FirmQuote,
  noUnits,
  type Plan,
  type QuoteRequest,
  type Refusal,
  refuse,
  rescale,
  type Units,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { costOfOrder } from './cost-of-order.ts';

/** What one engine costs for moving float, in the source token's smallest units. */
export interface MoveCost {
  readonly quote: FirmQuote;
  /** Units that arrive less than left, at par; rounded up. */
  readonly lost: Units;
  /** Includes the coin that its calls carry; null if a price or a chain is missing. */
  readonly gas: Units | null;
  /**
   * Its calls carry coin. The guard limits that coin to what our charge brings, and our own money
   * pays no charge, so such an engine cannot move float.
   */
  readonly carriesCoin: boolean;
}

/** Cheapest first, then engines with unknown gas, then engines whose calls carry coin. */
export async function costsOfMove(
  ports: Pick<TransferPorts, 'chains' | 'price' | 'tokens'>,
  request: Pick<QuoteRequest, 'from' | 'to' | 'lane'>,
  quotes: readonly FirmQuote[],
  signal: AbortSignal,
): Promise<readonly MoveCost[]> {
  const costs = await Promise.all(
    quotes.map(async (quote): Promise<MoveCost> => ({
      quote,
      lost: lostOf(request, quote.input, quote.output),
      gas: await costOfOrder(ports, request, quote, signal),
      carriesCoin: quote.fronts?.some(({ coin }) => coin > 0n) ?? false,
    })),
  );
  return costs.toSorted(
    (a, b) => Number(a.carriesCoin) - Number(b.carriesCoin) || compare(totalOf(a), totalOf(b)),
  );
}

/** The same with the plan's output, which may be less than the quote's. */
export function atPlan(
  cost: MoveCost,
  request: Pick<QuoteRequest, 'from' | 'to'>,
  { output }: Pick<Plan, 'output'>,
): MoveCost {
  return { ...cost, lost: lostOf(request, cost.quote.input, output) };
}

function lostOf(
  { from, to }: Pick<QuoteRequest, 'from' | 'to'>,
  input: Amount,
  output: Units,
): Units {
  const arrives = rescale(output, to.decimals, from.decimals);
  return arrives < input ? asUnits(input - arrives) : noUnits;
}

/** In basis points of the moved amount, rounded up, so that a fraction never passes a limit. */
export function bpsOf(cost: MoveCost, units: Amount): number | null {
  const total = totalOf(cost);
  return total === null ? null : Number((total * 10_000n + units - 1n) / units);
}

/** Why the engine cannot move that amount within the limit; null if it can. */
export function refuseCost(cost: MoveCost, units: Amount, limitBps: number): Refusal | null {
  if (cost.carriesCoin)
    return refuse('NO_ROUTE', 'its calls carry coin, and no charge on our own money covers that');
  const bps = bpsOf(cost, units);
  return bps !== null && bps <= limitBps
    ? null
    : refuse(
        'NO_ROUTE',
        `it would cost ${bps ?? 'an unknown number of'} bps; the limit is ${limitBps}`,
      );
}

/**
 * The minimum that must arrive for the loss alone to stay within the limit, in the destination
 * token's smallest units, rounded up.
 */
export function leastOutput(
  { from, to, amount }: Pick<QuoteRequest, 'from' | 'to' | 'amount'>,
  limitBps: number,
): Units {
  const least = amount - (amount * BigInt(limitBps)) / 10_000n;
  const there = rescale(least, from.decimals, to.decimals);
  const isExact = rescale(there, to.decimals, from.decimals) >= least;
  return asUnits(isExact ? there : there + 1n);
}

function totalOf({ lost, gas }: MoveCost): bigint | null {
  return gas === null ? null : lost + gas;
}

function compare(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}
