import { isEvmAddressShape } from './address.ts';
import { chainFamily, type ChainRef } from './chain.ts';

/**
 * Addresses without a known key, by chain family. Precompiles and the null address keep what they
 * receive.
 */
const burnAddresses: Readonly<Record<string, readonly string[]>> = {
  eip155: [
    '0x000000000000000000000000000000000000dead',
    '0xdead000000000000000000000000000000000000',
    '0xdead000000000000000042069420694206942069',
    '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
    '0xffffffffffffffffffffffffffffffffffffffff',
    '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  ],
  // Base58 addresses of zero hashes on mainnet and the test networks, and the "eater" vanity
  // address. Zero segwit programs are matched by their shape.
  bip122: [
    '1111111111111111111114oLvT2',
    '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST',
    'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
    '2MsFDzHRUAMpjHxKyoEHU3aMCMsVtMqs1PV',
    '1BitcoinEaterAddressDontSendf59kuE',
    '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  ],
  // The system program and the incinerator from Solana's own documentation.
  solana: ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
  // The all-zero key.
  stellar: ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
  // The all-zero account, and the black hole to which the chain itself burns fees.
  tron: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
};

/** Burn addresses that one pattern covers on every network, or for every muxed id. */
const burnShapes: Readonly<Record<string, readonly RegExp[]>> = {
  bip122: [
    // 20 or 32 bytes of zeros: no key hashes to them.
    /^(bc|tb|bcrt)1(q{33}|q{53}).{6}$/,
    // Witness versions 2 to 16 have no rules yet, so the next block's miner may take money sent
    // there. Of version 1, only Taproot keys are read as addresses.
    /^(bc|tb|bcrt)1[^qp]/,
  ],
  // Muxed accounts of the all-zero key: 32 zero bytes, then any id.
  stellar: [/^MA{51}[AB]/],
  sui: [/^0x0{64}$/],
};

/** The highest EVM address treated as null or a precompile. */
const lastReserved = 0xffffn;

export function isBurnAddress(chain: ChainRef, address: string): boolean {
  const family = chainFamily(chain);
  if (family !== 'eip155') {
    const isListed = burnAddresses[family]?.includes(address) ?? false;
    return isListed || (burnShapes[family]?.some((shape) => shape.test(address)) ?? false);
  }
  if (!isEvmAddressShape(address)) return false;
  const lower = address.toLowerCase();
  return BigInt(lower) <= lastReserved || (burnAddresses['eip155']?.includes(lower) ?? false);
}
