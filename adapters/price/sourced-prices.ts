import type { Clock, PricePort } from '@interline/ports';
import { agreedPrice, type AgreementRule } from './agreed-price.ts';
import type { PriceSource } from './price-source.ts';

/**
 * Asks every source at once. Each keeps its answers for some seconds, so asking is cheap, and
 * bounds its own time.
 */
export function sourcedPrices(
  sources: readonly PriceSource[],
  rule: AgreementRule,
  clock: Pick<Clock, 'now'>,
): PricePort {
  return {
    async priceOf(token) {
      const prices = await Promise.all(sources.map(async (source) => source.priceOf(token)));
      return agreedPrice(prices, rule, clock.now());
    },
  };
}
