import { evmChainId, isNative, isPullable, type TokenRef } from '@interline/kernel';

/** Whether a payer can move the token with a signature alone. */
export function isGasless(source: TokenRef): boolean {
  return isPullable(source);
}

/** An EVM chain's own coin: priced like any token, but nothing can pull it. */
export function isUnpullable(source: TokenRef): boolean {
  return evmChainId(source.chain) !== null && isNative(source);
}
