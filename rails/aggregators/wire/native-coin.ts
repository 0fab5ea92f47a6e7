import {
  asUnits,
  evmAddress,
  type EvmAddress,
  isNative,
  type TokenRef,
  type Units,
} from '@interline/plugins';
import type { Ask } from '../upstream/upstream.ts';
import { engineFault } from './engine-fault.ts';

// The two addresses that engines write for a chain's native coin; each engine's folder chooses one.

export const zeroNative = evmAddress('0x0000000000000000000000000000000000000000');
export const eeeeNative = evmAddress('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee');

/**
 * A token in an engine's notation: its contract, or `coin`, the engine's address for native coins.
 */
export function tokenAddress(token: TokenRef, coin: EvmAddress): EvmAddress {
  return isNative(token) ? coin : evmAddress(token.address);
}

/**
 * The engine's flat fee: the coin that its call carries beside the amount itself, in wei. Throws
 * `RAIL_FAULT` if the call carries less than the native amount to hand over.
 */
export function coinFeeOf(
  engine: string,
  { from, units }: Pick<Ask, 'from' | 'units'>,
  value: Units,
): Units {
  const handedOver = isNative(from) ? units : 0n;
  if (value < handedOver)
    throw engineFault(engine, 'quote', `${engine} would send less of the coin than the amount`);
  return asUnits(value - handedOver);
}
