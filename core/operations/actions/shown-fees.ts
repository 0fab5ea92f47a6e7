import type { JsonObject, TxFields } from '@interline/kernel';

/** The fees that a signed form offers, per gas. */
export function shownFees({ maxFeeRate, tip }: Pick<TxFields, 'maxFeeRate' | 'tip'>): JsonObject {
  return { maxFeeRate: maxFeeRate.toString(), tip: tip.toString() };
}
