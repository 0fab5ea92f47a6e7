import { evmChainId, isNative, type TokenRef } from '@interline/domain';

/** Whether a payer can move the token with a signature alone: a permit pulls tokens of EVM chains, never coins. */
export function isGasless(source: TokenRef): boolean {
  return evmChainId(source.chain) !== null && !isNative(source);
}

/** An EVM chain's own coin: priced like any token, but nothing can pull it. */
export function isUnpullable(source: TokenRef): boolean {
  return evmChainId(source.chain) !== null && isNative(source);
}
