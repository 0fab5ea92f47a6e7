import {
  chainFamily,
  type ChainRef,
  evmAddress,
  isEvmAddressShape,
  type TokenRef,
} from '@interline/kernel';
import { checksummed } from './checksummed.ts';

/**
 * An account or contract as the wire shows it: EIP-55 on EVM chains, `native` and other families'
 * addresses as they are.
 */
export function writeAddress(chain: ChainRef, address: string): string {
  return chainFamily(chain) === 'eip155' && isEvmAddressShape(address)
    ? checksummed(evmAddress(address))
    : address;
}

export function writeTokenAddress(token: TokenRef): string {
  return writeAddress(token.chain, token.address);
}
