import { chainFamily, type ChainRef } from '@interline/kernel';
import type { AddressOutcome, AddressReader } from '@interline/ports';
import { type BitcoinNetwork, readBitcoinAddress } from './bitcoin.ts';
import { readEvmAddress } from './evm.ts';
import { accepted, refused } from './outcome.ts';
import { readSolanaAddress } from './solana.ts';
import { readStellarAddress } from './stellar.ts';
import { readSuiAddress } from './sui.ts';
import { readTronAddress } from './tron.ts';

interface AddressSettings {
  /** The network that this deployment's `bitcoin` is. */
  readonly bitcoin: BitcoinNetwork;
}

/** Reads addresses of every family that is known here; one line a family. */
export function addressReader({ bitcoin }: AddressSettings): AddressReader {
  const families = new Map<string, (text: string) => AddressOutcome>([
    ['eip155', readEvmAddress],
    ['bip122', (text) => readBitcoinAddress(text, bitcoin)],
    ['stellar', readStellarAddress],
    ['solana', readSolanaAddress],
    ['tron', readTronAddress],
    ['sui', readSuiAddress],
  ]);
  return {
    read: (chain, text) => families.get(chainFamily(chain))?.(text) ?? readForeign(chain, text),
  };
}

/** A chain that a plugin brought: its rail judges the address. */
function readForeign(chain: ChainRef, text: string): AddressOutcome {
  return /^[\x21-\x7e]{4,128}$/.test(text)
    ? accepted(text)
    : refused(
        `must be an address on ${chain}: 4 to 128 visible ASCII characters without a space; correct it`,
      );
}
