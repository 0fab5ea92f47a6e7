import type { Price, TokenRef } from '@interline/kernel';

/** What a conditional waits for; `value` is as the client wrote it. */
export type Condition =
  | {
      readonly type: 'priceAbove' | 'priceBelow';
      readonly asset: string;
      readonly value: string | number;
      readonly token: TokenRef;
      readonly microUsd: bigint;
    }
  | { readonly type: 'timeAfter'; readonly value: string | number; readonly atMs: number };

export type PriceCondition = Exclude<Condition, { type: 'timeAfter' }>;
export type PriceSample = Price;

/** Two prices confirm one another from this distance on, and no more beyond the other. */
const samplesApartMs = 10_000;
const samplesTogetherMs = 60_000;

/** `sample` is what to keep for the next look. */
export type Watched = { readonly isMet: boolean; readonly sample: PriceSample | null };

/**
 * Looks once at a price condition, strictly above or below. It is met by two prices that were
 * observed 10 s to a minute apart. A price that is stale, disputed (null) or not beyond the value
 * undoes the first one.
 */
export function watchPrice(
  when: PriceCondition,
  first: PriceSample | null,
  price: Price | null,
): Watched {
  if (price === null || !isBeyond(when, price)) return { isMet: false, sample: null };
  const apartMs = first === null ? -1 : price.asOfMs - first.asOfMs;
  if (apartMs < 0 || apartMs > samplesTogetherMs) return { isMet: false, sample: price };
  return { isMet: apartMs >= samplesApartMs, sample: first };
}

function isBeyond({ type, microUsd }: PriceCondition, price: Price): boolean {
  return type === 'priceAbove' ? price.microUsd > microUsd : price.microUsd < microUsd;
}
