import { asUnits, isNative, type Units } from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';

/**
 * What a call carries in coin beside the amount itself. Null where it carries less than a native
 * source has to hand over.
 */
export function flatFeeOf(
  { from, units }: Pick<Ask, 'from' | 'units'>,
  valueWei: Units,
): Units | null {
  const handedOver = isNative(from) ? units : 0n;
  return valueWei < handedOver ? null : asUnits(valueWei - handedOver);
}
