import { isNative, refuse, showUnits } from '@interline/plugins';
import type { Ask, Built } from '../upstream/upstream.ts';
import type { BuiltCheck } from './built-subject.ts';

/**
 * What the call carries beside the amount is a fee the relayer pays, so it has a bound, and a price
 * to hold it against.
 */
export const valueIsBounded: BuiltCheck = ({
  upstream: { name },
  ask,
  built,
  feeMicroUsd,
  maxNativeFeeMicroUsd,
}) => {
  if (coinBesideAmount(ask, built) === 0n) return null;
  if (feeMicroUsd === null)
    return refuse('NO_ROUTE', `${name} wants a flat fee in a coin that has no price now`);
  return feeMicroUsd > maxNativeFeeMicroUsd
    ? refuse(
        'NO_ROUTE',
        `${name} wants a flat fee worth ${showUnits(feeMicroUsd)} micro-USD; at most ${maxNativeFeeMicroUsd} is paid`,
      )
    : null;
};

/** Wei of the call that are not the amount itself. */
export function coinBesideAmount(
  { from, units }: Pick<Ask, 'from' | 'units'>,
  { call }: Pick<Built, 'call'>,
): bigint {
  return isNative(from) ? call.valueWei - units : call.valueWei;
}
