import type { JsonObject, TxFields } from '@interline/kernel';

/** What a signed form offers, in per gas. */
export function shownFees({ maxFeeRate, tip }: Pick<TxFields, 'maxFeeRate' | 'tip'>): JsonObject {
  return { maxFeeRate: maxFeeRate.toString(), tip: tip.toString() };
}
