import {
  type Amount,
  asUnits,
  type FirmQuote,
  noUnits,
  type QuoteRequest,
  rescale,
  type Units,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { costOfOrder } from './cost-of-order.ts';

/** What one engine takes for moving float, in the source token's smallest units. */
export interface MoveCost {
  readonly quote: FirmQuote;
  /** What arrives less than left, at par; rounded up. */
  readonly lost: Units;
  /** Null where a price or a chain is missing. */
  readonly gas: Units | null;
}

/** The cheapest first; those whose gas is unknown last. */
export async function costsOfMove(
  ports: Pick<TransferPorts, 'chains' | 'price' | 'tokens'>,
  request: Pick<QuoteRequest, 'from' | 'to' | 'lane'>,
  quotes: readonly FirmQuote[],
  signal: AbortSignal,
): Promise<readonly MoveCost[]> {
  const costs = await Promise.all(
    quotes.map(async (quote): Promise<MoveCost> => {
      const arrives = rescale(quote.output, request.to.decimals, request.from.decimals);
      return {
        quote,
        lost: arrives < quote.input ? asUnits(quote.input - arrives) : noUnits,
        gas: await costOfOrder(ports, request, quote, signal),
      };
    }),
  );
  return costs.toSorted((a, b) => compare(totalOf(a), totalOf(b)));
}

/** In basis points of what is moved, rounded up, so that a limit is never passed by a fraction. */
export function bpsOf(cost: MoveCost, units: Amount): number | null {
  const total = totalOf(cost);
  return total === null ? null : Number((total * 10_000n + units - 1n) / units);
}

/** Whether the move costs no more than that; one whose cost is unknown is not within any limit. */
export function isWithin(cost: MoveCost, units: Amount, limitBps: number): boolean {
  const bps = bpsOf(cost, units);
  return bps !== null && bps <= limitBps;
}

/**
 * The least that must arrive for the loss alone to stay within the limit, in the destination token's
 * smallest units, rounded up.
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
