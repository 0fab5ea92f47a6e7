import type { Price, TokenRef } from '@interline/kernel';
import type { Clock, PricePort } from '@interline/ports';

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

export interface AgreementRule {
  /** An older observation is stale. */
  readonly maxAgeMs: number;
  /** How far the highest may lie above the lowest, in hundredths of a percent. */
  readonly maxSpreadBps: number;
  /** Fewer fresh sources make no price. */
  readonly minSources: number;
}

/**
 * A billion dollars for one whole token: nothing costs as much, so whoever says more has slipped by
 * some decimals.
 */
const mostMicroUsd = 10n ** 15n;

/**
 * The median of the fresh prices, of two the mean, rounded down; as old as the oldest of them. Null
 * where too few are fresh, they lie further apart than the rule allows, or one of them is no price
 * at all.
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

/** One place where prices come from. */
export interface PriceSource {
  readonly name: string;
  /**
   * What it says of the token now, however old; null where it says nothing or cannot be reached.
   * Never rejects.
   */
  priceOf(token: TokenRef): Promise<Price | null>;
}
