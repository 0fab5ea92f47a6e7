import {
  chainInWords,
  answer,
  asUnits,
  bps,
  capOf,
  type ChainRef,
  costMicroUsd,
  type Fronted,
  isNative,
  noUnits,
  type Price,
  type QuoteRequest,
  type RailOutcome,
  refuse,
  type TokenRef,
  type Units,
  unitsWorth,
  valueMicroUsd,
} from '@interline/kernel';
import { inventoryOf, type RailContext } from '../rail-context.ts';
import type { PayoutSettings } from './payout-settings.ts';
import { inputWithin, marketRate, parRate, type PayoutTerms } from './price-payout.ts';

/** The facts that price, limit and refuse one request, read once so that they agree. */
export interface PayoutFacts {
  readonly terms: PayoutTerms;
  readonly toPrice: Price;
  readonly held: Units;
  readonly free: Units;
  /** The largest amount served now, in the source token's smallest units. */
  readonly capNow: Units;
}

type Priced = Pick<QuoteRequest, 'from' | 'to' | 'isOwn'>;

/** Refuses with `NO_ROUTE` if a price or the gas of a side is unknown now. */
export async function readPayoutFacts(
  context: RailContext,
  settings: PayoutSettings,
  request: Priced,
  fronts: readonly Fronted[],
  signal: AbortSignal,
): Promise<RailOutcome<PayoutFacts>> {
  const { from, to } = request;
  const inventory = inventoryOf(context);
  const [fromPrice, toPrice, free, held, ...costs] = await Promise.all([
    usablePrice(context, from, signal),
    usablePrice(context, to, signal),
    inventory.free(to, signal),
    inventory.held(to, signal),
    ...fronts.map((one) => costOf(context, one, signal)),
  ]);
  if (fromPrice === null) return unpriced(from);
  if (toPrice === null) return unpriced(to);
  let gasMicroUsd = 0n;
  for (const [index, cost] of costs.entries()) {
    if (cost === null)
      return refuse('NO_ROUTE', `the gas of ${fronts[index]?.chain} cannot be priced now`);
    gasMicroUsd += cost;
  }
  const isSameAsset = from.asset === to.asset;
  const apart = isSameAsset ? offPar(context, [from, fromPrice], [to, toPrice]) : null;
  if (apart !== null) return refuse('NO_ROUTE', apart);
  const terms: PayoutTerms = {
    rate: isSameAsset
      ? parRate(from.decimals, to.decimals)
      : marketRate({ ...from, ...fromPrice }, { ...to, ...toPrice }),
    chargeBps: request.isOwn === true ? bps(0) : context.standardFeeBps,
    gas: asUnits(unitsWorth(gasMicroUsd, from.decimals, fromPrice)),
    offBps: isSameAsset ? 0 : settings.spreadBps + settings.marginBps,
  };
  return answer({ terms, toPrice, held, free, capNow: inputWithin(terms, capOf(free)) });
}

/**
 * Why that much more of the asset may not be promised; null if it may. Promised but unpaid amounts
 * lose money if the market rises before they can be bought back.
 */
export function overExposed(
  { maxExposureMicroUsd }: PayoutSettings,
  { from, to }: Priced,
  { held, free, toPrice }: PayoutFacts,
  output: Units,
): string | null {
  if (from.asset === to.asset) return null;
  const owed = asUnits((held > free ? held - free : noUnits) + output);
  const exposure = valueMicroUsd(owed, to.decimals, toPrice);
  return exposure <= BigInt(maxExposureMicroUsd)
    ? null
    : `with this payout ${exposure} micro-USD of ${to.asset} would be owed and not be paid yet; the service owes at most ${maxExposureMicroUsd}`;
}

/**
 * The limit on what may be owed of the asset, for the accepting commit: many concurrent orders
 * would each find room outside it. Null without a limit.
 */
export function mostOwed(
  { maxExposureMicroUsd }: PayoutSettings,
  { from, to }: Priced,
  { toPrice }: PayoutFacts,
): Units | null {
  if (from.asset === to.asset) return null;
  // Value is rounded down, so a fraction of a micro-dollar more is still within the limit.
  const below = (BigInt(maxExposureMicroUsd) + 1n) * 10n ** BigInt(to.decimals);
  return asUnits((below - 1n) / toPrice.microUsd);
}

type PricedToken = readonly [token: TokenRef, price: Price];

function offPar({ parBandBps }: RailContext, ...sides: [PricedToken, PricedToken]): string | null {
  const [[from, paid], [to, received]] = sides;
  const [a, b] = [paid.microUsd, received.microUsd];
  const [lower, higher] = a < b ? [a, b] : [b, a];
  return (higher - lower) * 10_000n <= lower * BigInt(parBandBps)
    ? null
    : `${from.symbol} is at ${a} micro-USD and ${to.symbol} at ${b}; tokens of one asset are paid unit for unit only within ${parBandBps} bps`;
}

/** A price that rounds to zero would divide by zero. */
async function usablePrice(
  { price }: RailContext,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  const found = await price.priceOf(token, signal);
  return found !== null && found.microUsd > 0n ? found : null;
}

/**
 * In millionths of a dollar, rounded up; null if the chain does not answer or its coin has no
 * price.
 */
async function costOf(
  context: RailContext,
  { chain, gas, coin: fronted }: Fronted,
  signal: AbortSignal,
): Promise<bigint | null> {
  const coin = coinOf(context, chain);
  const price = coin === undefined ? null : await usablePrice(context, coin, signal);
  if (coin === undefined || price === null) return null;
  try {
    const cost = await context.chains.gasCost(chain, gas, signal);
    return costMicroUsd(cost + fronted, coin.decimals, price);
  } catch (cause) {
    if (signal.aborted) throw cause;
    context.log.warn('gas-price-unread', { chain });
    return null;
  }
}

function coinOf({ tokens }: RailContext, chain: ChainRef): TokenRef | undefined {
  return tokens.on(chain).find(isNative);
}

function unpriced({ symbol, chain }: TokenRef) {
  return refuse(
    'NO_ROUTE',
    `${symbol} on ${chainInWords(chain)} has no fresh, undisputed price now`,
  );
}
