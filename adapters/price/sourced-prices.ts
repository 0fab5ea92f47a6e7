import type { Price, TokenRef } from '@interline/kernel';
import type { Clock, PricePort } from '@interline/ports';

/**
 * Prices that several sources agree on. Asks all of them at once; each keeps its answers for some
 * seconds and bounds its own time.
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

export interface AgreementRule {
  /** An older observation is stale. */
  readonly maxAgeMs: number;
  /** How far the highest may lie above the lowest, in hundredths of a percent. */
  readonly maxSpreadBps: number;
  /** Fewer fresh sources make no price. */
  readonly minSources: number;
}

/**
 * A billion dollars for one whole token: nothing costs as much, so a source that says more has its
 * decimals wrong.
 */
const mostMicroUsd = 10n ** 15n;

/**
 * The median of the fresh prices, of two the mean, rounded down; as old as the oldest of them. Null
 * where too few are fresh, where they lie further apart than the rule allows, or where one of them
 * is not a price.
 */
export function agreedPrice(
  prices: readonly (Price | null)[],
  rule: AgreementRule,
  nowMs: number,
): Price | null {
  const fresh = prices
    .filter((price) => price !== null)
    .filter(({ asOfMs }) => Math.abs(nowMs - asOfMs) <= rule.maxAgeMs)
    .toSorted((a, b) => (a.microUsd < b.microUsd ? -1 : 1));
  const [lowest, highest] = [fresh[0], fresh.at(-1)];
  if (lowest === undefined || highest === undefined || fresh.length < rule.minSources) return null;
  if (lowest.microUsd <= 0n || highest.microUsd > mostMicroUsd) return null;
  if ((highest.microUsd - lowest.microUsd) * 10_000n > lowest.microUsd * BigInt(rule.maxSpreadBps))
    return null;
  const [below, above] = [
    fresh[(fresh.length - 1) >> 1] ?? lowest,
    fresh[fresh.length >> 1] ?? highest,
  ];
  return {
    microUsd: (below.microUsd + above.microUsd) / 2n,
    asOfMs: Math.min(...fresh.map(({ asOfMs }) => asOfMs)),
  };
}

/** A source of prices. */
export interface PriceSource {
  readonly name: string;
  /**
   * The source's latest price of the token, however old; null where it has none or cannot be
   * reached. Never rejects.
   */
  priceOf(token: TokenRef): Promise<Price | null>;
}
