import type { Quote } from '@interline/kernel';
import type { CollectedOffers } from './collect-offers.ts';
import type { RouteQuote } from './quote-route.ts';

/** The chosen quote beside everything that was asked for it. */
export function routeQuoteOf(
  best: Quote,
  { priced, refusals, excluded, blocks }: CollectedOffers,
): RouteQuote {
  return {
    best,
    bestOf: priced.filter(({ rail }) => !rail.manifest.capabilities.includes('inventory')).length,
    compared: [
      ...priced.map(({ quote }) => ({ rail: quote.rail, quote, refusal: null })),
      ...[...refusals, ...excluded].map((refusal) => ({
        rail: refusal.rail,
        quote: null,
        refusal,
      })),
    ],
    blocks,
  };
}
