import type { JsonObject, TxFields } from '@interline/kernel';

/** What a signed form offers, in wei per gas. */
export function shownFees({
  maxFeePerGas,
  maxPriorityFeePerGas,
}: Pick<TxFields, 'maxFeePerGas' | 'maxPriorityFeePerGas'>): JsonObject {
  return { maxFeeWei: maxFeePerGas.toString(), tipWei: maxPriorityFeePerGas.toString() };
}
