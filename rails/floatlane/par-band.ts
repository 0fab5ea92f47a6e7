import {
  type Price,
  type QuoteRequest,
  refuse,
  type Refusal,
  type TokenRef,
} from '@interline/plugins';
import type { LaneSetup } from './lane-setup.ts';

type Pair = Pick<QuoteRequest, 'from' | 'to'>;

/** The prices of both tokens of a pair; null if there is no usable price now. */
export interface PairPrices {
  readonly from: Price | null;
  readonly to: Price | null;
}

export async function readPairPrices(
  setup: Pick<LaneSetup, 'context'>,
  { from, to }: Pair,
  signal: AbortSignal,
): Promise<PairPrices> {
  const [ofSource, ofDestination] = await Promise.all([
    usablePrice(setup, from, signal),
    usablePrice(setup, to, signal),
  ]);
  return { from: ofSource, to: ofDestination };
}

/**
 * Why the lane does not pay the pair unit for unit now; null if it does. That two tokens are one
 * asset is only the issuers' promise, not a price: both prices must be known, and differ by at most
 * the deployment's `parBandBps` of the lower one.
 */
export function offPar(
  { context: { parBandBps } }: Pick<LaneSetup, 'context'>,
  { from, to }: Pair,
  prices: PairPrices,
): Refusal | null {
  if (prices.from === null) return unpriced(from);
  if (prices.to === null) return unpriced(to);
  const [source, destination] = [prices.from.microUsd, prices.to.microUsd];
  const [lower, higher] = source < destination ? [source, destination] : [destination, source];
  if ((higher - lower) * 10_000n <= lower * BigInt(parBandBps)) return null;
  const figures = `${from.symbol} is at ${source} micro-USD and ${to.symbol} at ${destination}`;
  return refuse(
    'NO_ROUTE',
    `the float lane pays unit for unit only within ${parBandBps} bps; ${figures}`,
  );
}

function unpriced({ symbol, chain }: TokenRef): Refusal {
  return refuse(
    'NO_ROUTE',
    `the float lane pays unit for unit only where both prices are known; ${symbol} on ${chain} has none now`,
  );
}

/** A price that rounds to zero would divide by zero where dollars become units. */
async function usablePrice(
  { context }: Pick<LaneSetup, 'context'>,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  const price = await context.price.priceOf(token, signal);
  return price !== null && price.microUsd > 0n ? price : null;
}
