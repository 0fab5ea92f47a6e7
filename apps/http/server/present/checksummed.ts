import type { EvmAddress } from '@interline/kernel';
import { getAddress } from 'ethers/address';

/** Hashing costs microseconds and the same tokens come up in every answer. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** The EIP-55 form, in which addresses stand on the wire. */
export function checksummed(address: EvmAddress): string {
  const before = known.get(address);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const text = getAddress(address);
  known.set(address, text);
  return text;
}
