import type { TokenRef } from '@interline/kernel';
import type { Clock, PricePort } from '@interline/ports';

/**
 * Fixed prices by asset, in millionths of a dollar for one whole token. For the devnet and tests
 * only.
 */
export function staticPrices(
  microUsdByAsset: Readonly<Record<string, bigint>>,
  clock: Clock,
): PricePort {
  return {
    async priceOf(token: TokenRef) {
      const microUsd = microUsdByAsset[token.asset];
      return microUsd === undefined ? null : { microUsd, asOfMs: clock.now() };
    },
  };
}

/**
 * A deployment without price sources: nothing has a price, and what needs one is refused or left
 * out.
 */
export const noPrices: PricePort = { priceOf: () => Promise.resolve(null) };
