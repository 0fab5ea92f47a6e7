import {
  chainInWords,
  type JsonObject,
  type Quote,
  quoteOnlyReason,
  type QuoteRequest,
  RelayError,
} from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { ownTightnessOf } from '../execute/refuse-tight.ts';
import { excludedByRequest, type RailRefusal, railRefusalOf } from '../route.ts';

export interface PricedOffer {
  readonly rail: RailPort;
  readonly quote: Quote;
}

export interface CollectedOffers {
  /** In the order in which orders that accept the offers' own minimums take them. */
  readonly priced: readonly PricedOffer[];
  readonly refusals: readonly RailRefusal[];
  /** Engines of the lane that the request excluded. */
  readonly excluded: readonly RailRefusal[];
  readonly blocks: Readonly<Record<string, JsonObject>>;
}

/**
 * Asks every rail of the lane in parallel. Throws `UNROUTABLE_LANE` if none declares it; guarded
 * rails cannot reject.
 */
export async function collectOffers(
  registry: RailRegistry,
  request: QuoteRequest,
  excludeRails: readonly string[],
  signal: AbortSignal,
): Promise<CollectedOffers> {
  const rails = railsOf(registry, request);
  const asked = rails.filter(
    (rail) =>
      !excludeRails.includes(rail.manifest.id) &&
      !rail.manifest.ways.every((engine) => excludeRails.includes(engine)),
  );
  const answers = await Promise.all(
    asked.map(async (rail) => ({ rail, offers: await rail.offers(request, signal) })),
  );

  const priced: PricedOffer[] = [];
  const refusals: RailRefusal[] = [];
  const blocks: Record<string, JsonObject> = {};
  for (const { rail, offers } of answers) {
    for (const offer of offers.filter((one) => !excludeRails.includes(one.rail))) {
      if (offer.block !== undefined) blocks[offer.rail] = offer.block;
      if (offer.outcome.ok) priced.push({ rail, quote: offer.outcome.value });
      else refusals.push(railRefusalOf(offer.rail, offer.outcome));
    }
  }
  const excluded = rails.flatMap((rail) =>
    rail.manifest.ways.filter(
      (engine) => excludeRails.includes(engine) || excludeRails.includes(rail.manifest.id),
    ),
  );
  return {
    priced: takeableFirst(rankQuotes(priced), request),
    refusals,
    blocks,
    excluded: excluded.map((rail) => ({
      rail,
      code: 'NO_ROUTE',
      reason: excludedByRequest,
    })),
  };
}

/**
 * The rails that declare the lane. Throws `UNROUTABLE_LANE` if none does; the message says if the
 * mesh knows the lane as quote-only.
 */
export function railsOf(
  registry: RailRegistry,
  request: Pick<QuoteRequest, 'lane'>,
): readonly RailPort[] {
  const { lane } = request;
  if (lane.from === lane.to)
    throw new RelayError(
      'UNROUTABLE_LANE',
      {},
      'fromChain and toChain are the same; this service moves value between chains',
    );
  const rails = registry.onLane(lane);
  if (rails.length === 0) {
    const reason = quoteOnlyReason(lane);
    throw new RelayError(
      'UNROUTABLE_LANE',
      {},
      `no rail of this deployment serves ${chainInWords(lane.from)} to ${chainInWords(lane.to)}${reason === null ? '' : ` (${reason})`}`,
    );
  }
  return rails;
}

/**
 * Offers that no order could take at their own minimum come last: those of engines that guarantee
 * no price, if the slippage leaves the price no room.
 */
function takeableFirst(
  offers: readonly PricedOffer[],
  { slippage }: QuoteRequest,
): readonly PricedOffer[] {
  const isTight = ({ quote }: PricedOffer): number =>
    Number(ownTightnessOf(quote, slippage) !== null);
  return offers.toSorted((a, b) => isTight(a) - isTight(b));
}

/**
 * Firm before indicative, then by what the recipient nets, then by duration, then by name for
 * stable ties.
 */
export function rankQuotes<T extends { readonly quote: Quote }>(
  offers: readonly T[],
): readonly T[] {
  return [...offers].sort(
    (a, b) =>
      byKind(a.quote, b.quote) ||
      byOutput(a.quote, b.quote) ||
      a.quote.durationSec - b.quote.durationSec ||
      (a.quote.rail < b.quote.rail ? -1 : 1),
  );
}

function byKind(a: Quote, b: Quote): number {
  return Number(a.kind === 'indicative') - Number(b.kind === 'indicative');
}

function byOutput(a: Quote, b: Quote): number {
  return a.output === b.output ? 0 : a.output > b.output ? -1 : 1;
}
