import {
  asUnits,
  evmAddress,
  type EvmAddress,
  isNative,
  type TokenRef,
  type Units,
} from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';

// The two addresses that engines write for a chain's native coin; each engine's folder chooses one.

export const zeroNative = evmAddress('0x0000000000000000000000000000000000000000');
export const eeeeNative = evmAddress('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee');

/**
 * A token as an engine names it: its contract, or `coin`, the engine's address for native coins.
 */
export function tokenAddress(token: TokenRef, coin: EvmAddress): EvmAddress {
  return isNative(token) ? coin : evmAddress(token.address);
}

/**
 * The coin that a call carries beside the amount itself, in wei. Null where the call carries less
 * than the native amount to hand over.
 */
export function flatFeeOf(
  { from, units }: Pick<Ask, 'from' | 'units'>,
  value: Units,
): Units | null {
  const handedOver = isNative(from) ? units : 0n;
  return value < handedOver ? null : asUnits(value - handedOver);
}
