import {
  chainFamily,
  type ChainRef,
  evmAddress,
  type EvmAddress,
  evmChainId,
  isEvmAddressShape,
  isNative,
  isPullable,
  type TokenRef,
} from '@interline/kernel';
import { getAddress } from 'ethers/address';

/**
 * An account or contract as the wire shows it: EIP-55 on EVM chains, `native` and other families'
 * addresses as they are.
 */
export function presentAddress(chain: ChainRef, address: string): string {
  return chainFamily(chain) === 'eip155' && isEvmAddressShape(address)
    ? checksummed(evmAddress(address))
    : address;
}

export function presentTokenAddress(token: TokenRef): string {
  return presentAddress(token.chain, token.address);
}

/** Hashing costs microseconds and the same tokens come up in every answer. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** The EIP-55 form, which the wire uses. */
export function checksummed(address: EvmAddress): string {
  const before = known.get(address);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const text = getAddress(address);
  known.set(address, text);
  return text;
}

/** Whether a payer can move the token with a signature alone. */
export function isGasless(source: TokenRef): boolean {
  return isPullable(source);
}

/** An EVM chain's own coin: priced like any token, but nothing can pull it. */
export function isUnpullable(source: TokenRef): boolean {
  return evmChainId(source.chain) !== null && isNative(source);
}
