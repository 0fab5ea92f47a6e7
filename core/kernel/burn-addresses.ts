import { isEvmAddressShape } from './address.ts';
import { chainFamily, type ChainRef } from './chain.ts';

/**
 * Addresses without a known key, by chain family. Precompiles and the null address swallow what
 * they get.
 */
const burnAddresses: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    '0x000000000000000000000000000000000000dead',
    '0xdead000000000000000000000000000000000000',
    '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
    '0xffffffffffffffffffffffffffffffffffffffff',
    '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  ],
  bip122: ['1111111111111111111114oLvT2', '1BitcoinEaterAddressDontSendf59kuE'],
  solana: ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
  stellar: ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
  tron: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
};

/** The highest EVM address taken as null or a precompile. */
const lastReserved = 0xffffn;

export function isBurnAddress(chain: ChainRef, address: string): boolean {
  const family = chainFamily(chain);
  if (family !== 'eip155') return burnAddresses[family]?.includes(address) ?? false;
  if (!isEvmAddressShape(address)) return false;
  const lower = address.toLowerCase();
  return BigInt(lower) <= lastReserved || (burnAddresses['eip155']?.includes(lower) ?? false);
}
