import type { Bps, Quote, QuoteRequest } from '@interline/kernel';
import type { Clock, PricePort, RailRegistry } from '@interline/ports';
import { collectOffers, railsOf } from '../quote/collect-offers.ts';
import type { QuoteOptions } from '../quote/quote-route.ts';
import type { RailRefusal } from '../route.ts';
import { comparisonKey } from './comparison-key.ts';
import { type EffectiveFee, effectiveFee, type SidePrices } from './effective-fee.ts';
import { type FirstParty, firstPartyOf } from './first-party.ts';
import { type Guard, guardOf } from './guard-of.ts';
import { qualityScore } from './quality-score.ts';
import { sharedAnswers } from './shared-answers.ts';
import type { TrackRecord } from './track-record.ts';

export interface ComparedRail {
  readonly quote: Quote;
  readonly effectiveFee: EffectiveFee;
  readonly qualityScore: number;
}

export interface Comparison {
  /** Every way that gave a price, best first; empty where nothing works. */
  readonly priced: readonly ComparedRail[];
  /** Every way that was asked and gave none. */
  readonly refusals: readonly RailRefusal[];
  readonly guard: Guard;
  readonly firstParty: FirstParty;
  /** It was made for an earlier request, at most 12 s ago. */
  readonly isCached: boolean;
}

/** Throws `UNROUTABLE_LANE` where no rail declares the lane; that no way works is an answer. */
export type CompareRails = (
  request: QuoteRequest,
  options: QuoteOptions,
  signal: AbortSignal,
) => Promise<Comparison>;

export interface CompareRailsParts {
  readonly registry: RailRegistry;
  readonly price: PricePort;
  readonly trackRecord: TrackRecord;
  readonly clock: Pick<Clock, 'monotonic'>;
  /**
   * From which effective fee on an amount is not worth sending; above the service's standard rate.
   */
  readonly thresholdBps: Bps;
  /** Aborts when the process ends; a comparison outlives the request that started it. */
  readonly lifetime: AbortSignal;
}

const freshMs = 12_000;
const mostKept = 1_000;

/** Asks every way of the lane once for all who want the same within 12 s. */
export function compareRails(parts: CompareRailsParts): CompareRails {
  const shared = sharedAnswers<Omit<Comparison, 'isCached'>>({
    clock: parts.clock,
    freshMs,
    mostKept,
    isForAll: lacksNoShare,
  });
  return async (request, { excludeRails }, signal) => {
    const { answer, isKept } = await shared(
      comparisonKey(request, excludeRails),
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
    pricesOf(parts, request),
  ]);
  const quotes = offers.map(({ quote }) => quote);
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
      refusals,
      thresholdBps: parts.thresholdBps,
    }),
    firstParty: firstPartyOf({ quotes, refusals, ownOffers: ownOffersOf(parts.registry, request) }),
  };
}

/**
 * Ways that only this client could not have asked are missing from a comparison that others can
 * have in full.
 */
function lacksNoShare({ refusals }: Pick<Comparison, 'refusals'>): boolean {
  return refusals.every(({ code }) => code !== 'RATE_LIMITED');
}

/** Tokens of one asset trade one to one, so they need no price. */
async function pricesOf(
  { price, lifetime }: CompareRailsParts,
  { from, to }: QuoteRequest,
): Promise<SidePrices> {
  if (from.asset === to.asset) return { from: null, to: null };
  const [paid, received] = await Promise.all(
    [from, to].map(async (token) => price.priceOf(token, lifetime).catch(() => null)),
  );
  return { from: paid ?? null, to: received ?? null };
}

/** A comparison is worth having while the records cannot be read. */
async function recordOf({ trackRecord }: CompareRailsParts, rail: string, { lane }: QuoteRequest) {
  return trackRecord.record(rail, lane).catch(() => null);
}

function ownOffersOf(registry: RailRegistry, request: QuoteRequest): ReadonlySet<string> {
  const own = railsOf(registry, request).filter(({ manifest }) =>
    manifest.capabilities.includes('inventory'),
  );
  return new Set(own.flatMap(({ manifest }) => manifest.ways));
}
