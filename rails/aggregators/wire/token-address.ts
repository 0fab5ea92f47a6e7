import { type EvmAddress, evmAddress, isNative, type TokenRef } from '@interline/plugins';

/** A token as an engine names it: its contract, or the engine's own sign for the chain's coin. */
export function tokenAddress(token: TokenRef, coin: EvmAddress): EvmAddress {
  return isNative(token) ? coin : evmAddress(token.address);
}
