import { type Bps, noUnits, type Quote, type QuoteRequest, type Units } from '@interline/kernel';
import type { Clock, PricePort, RailCapability, RailRegistry } from '@interline/ports';
import type { Switch } from '../../switches/index.ts';
import { collectOffers, railsOf } from '../quote/collect-offers.ts';
import type { QuoteOptions } from '../quote/quote-route.ts';
import type { RailRefusal } from '../route.ts';
import { type EffectiveFee, effectiveFee, type Guard, guardOf } from './guard.ts';
import { qualityScore, type TrackRecord } from './quality-score.ts';
import { sharedAnswers } from './shared-answers.ts';
import { sidePrices } from './side-prices.ts';

export interface ComparedRail {
  readonly quote: Quote;
  readonly effectiveFee: EffectiveFee;
  readonly qualityScore: number;
}

export interface Comparison {
  /** Every engine that returned a price, best first; may be empty. */
  readonly priced: readonly ComparedRail[];
  /** Every engine that was asked and returned no price. */
  readonly refusals: readonly RailRefusal[];
  readonly guard: Guard;
  readonly firstParty: FirstParty;
  /** It was made for an earlier request, at most 12 s ago. */
  readonly isCached: boolean;
}

/** Throws `UNROUTABLE_LANE` if no rail declares the lane. Resolves even without any price. */
export type CompareRails = (
  request: QuoteRequest,
  options: QuoteOptions,
  signal: AbortSignal,
) => Promise<Comparison>;

export interface CompareRailsParts {
  readonly registry: RailRegistry;
  /** A comparison from before a switch change is not reused after it. */
  readonly switches: () => Promise<readonly Switch[]>;
  readonly price: PricePort;
  readonly trackRecord: TrackRecord;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** An amount with a higher effective fee is not worth sending. It exceeds the standard rate. */
  readonly thresholdBps: Bps;
  /** Aborts when the process ends. A comparison outlives the request that started it. */
  readonly lifetime: AbortSignal;
}

const freshMs = 12_000;
const mostKept = 1_000;

/** Asks every engine of the lane once for all equal requests within 12 s. */
export function compareRails(parts: CompareRailsParts): CompareRails {
  const shared = sharedAnswers<Omit<Comparison, 'isCached'>>({
    clock: parts.clock,
    freshMs,
    mostKept,
    isForAll: isForAllClients,
  });
  return async (request, { excludeRails }, signal) => {
    const switches = await parts.switches();
    const { answer, isKept } = await shared(
      comparisonKey(request, excludeRails, switches),
      () => compare(parts, request, excludeRails),
      signal,
    );
    return { ...answer, isCached: isKept };
  };
}

async function compare(
  parts: CompareRailsParts,
  request: QuoteRequest,
  excludeRails: readonly string[],
): Promise<Omit<Comparison, 'isCached'>> {
  const [{ priced: offers, refusals }, prices] = await Promise.all([
    collectOffers(parts.registry, request, excludeRails, parts.lifetime),
    sidePrices(parts.price, request, parts.lifetime),
  ]);
  const quotes = offers.map(({ quote }) => quote);
  const reckoned = enginesWith('own-price', parts.registry, request);
  const [best] = quotes;
  const priced =
    best === undefined
      ? []
      : await Promise.all(
          quotes.map(async (quote) => ({
            quote,
            effectiveFee: effectiveFee(request, quote, prices),
            qualityScore: qualityScore(quote, best, await recordOf(parts, quote.rail, request)),
          })),
        );
  return {
    priced,
    refusals,
    guard: guardOf({
      amount: request.amount,
      best: priced[0]?.effectiveFee ?? null,
      bestLeast: best?.minInput ?? noUnits,
      refusals,
      thresholdBps: parts.thresholdBps,
    }),
    firstParty: firstPartyOf({
      quotes: quotes.filter(({ rail }) => !reckoned.has(rail)),
      refusals,
      ownOffers: enginesWith('inventory', parts.registry, request),
    }),
  };
}

/**
 * A comparison that lacks engines because this client has used up its share of their rate limit is
 * not shared; other clients may get it in full.
 */
function isForAllClients({ refusals }: Pick<Comparison, 'refusals'>): boolean {
  return refusals.every(({ code }) => code !== 'RATE_LIMITED');
}

/** A comparison is useful even without track records. */
async function recordOf({ trackRecord }: CompareRailsParts, rail: string, { lane }: QuoteRequest) {
  return trackRecord.record(rail, lane).catch(() => null);
}

function enginesWith(
  capability: RailCapability,
  registry: RailRegistry,
  request: QuoteRequest,
): ReadonlySet<string> {
  const own = railsOf(registry, request).filter(({ manifest }) =>
    manifest.capabilities.includes(capability),
  );
  return new Set(own.flatMap(({ manifest }) => manifest.ways));
}

/**
 * Equal only for requests that every engine must answer alike. The order of excluded names does not
 * matter.
 */
export function comparisonKey(
  request: QuoteRequest,
  excludeRails: readonly string[],
  switches: readonly Switch[] = [],
): string {
  const { lane, from, to, amount, payer, recipient, slippage, minOutput } = request;
  const { refundAddress, memo, claimable } = request;
  return JSON.stringify([
    lane.from,
    lane.to,
    from.address,
    to.address,
    amount.toString(),
    payer,
    recipient,
    slippage,
    minOutput?.toString() ?? null,
    [refundAddress, memo?.type, memo?.value, claimable],
    [...new Set(excludeRails)].sort(),
    switches.map(({ scope, state }) => [scope, state]),
  ]);
}

/** Our own inventory's price and the best of the others, for the same request. */
export interface FirstParty {
  /** The inventory's engine; null if none was asked. */
  readonly rail: string | null;
  /** Zero if it returned no price. */
  readonly output: Units;
  readonly bestThirdParty: { readonly rail: string; readonly output: Units } | null;
  /**
   * How much more the recipient nets through the inventory, relative to the other's output and
   * rounded down; zero if either has no price.
   */
  readonly advantageBps: number;
  readonly isCheaper: boolean;
}

interface FirstPartyFacts {
  /** Best first. */
  readonly quotes: readonly Quote[];
  readonly refusals: readonly RailRefusal[];
  /** The engines that pay from our own inventory. */
  readonly ownOffers: ReadonlySet<string>;
}

export function firstPartyOf({ quotes, refusals, ownOffers }: FirstPartyFacts): FirstParty {
  const own = quotes.find((quote) => ownOffers.has(quote.rail));
  const other = quotes.find((quote) => !ownOffers.has(quote.rail));
  return {
    rail: own?.rail ?? refusals.find(({ rail }) => ownOffers.has(rail))?.rail ?? null,
    output: own?.output ?? noUnits,
    bestThirdParty: other === undefined ? null : { rail: other.rail, output: other.output },
    advantageBps:
      own === undefined || other === undefined ? 0 : advantageOf(own.output, other.output),
    isCheaper: own !== undefined && other !== undefined && own.output > other.output,
  };
}

function advantageOf(own: Units, other: Units): number {
  if (other === 0n) return 0;
  const scaled = (own - other) * 10_000n;
  const whole = scaled / other;
  return Number(scaled < 0n && scaled % other !== 0n ? whole - 1n : whole);
}
