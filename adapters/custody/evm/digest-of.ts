import { keccak256 } from 'ethers/crypto';
import { TypedDataEncoder } from 'ethers/hash';
import type { Hex, TypedData } from '@interline/kernel';
import { Remembered } from './remembered.ts';

// The same few types and domains come again with every request, and preparing them is most of
// ethers' work.
const encoders = new Remembered<TypedDataEncoder>(64);
const domains = new Remembered<string>(256);

/** EIP-712 digest; throws where the types do not lead to the primary type. */
export function digestOf({ domain, types, primaryType, message }: TypedData): Hex {
  const encoder = encoders.get(JSON.stringify(types), () => TypedDataEncoder.from(mutable(types)));
  if (encoder.primaryType !== primaryType)
    throw new RangeError(
      `the typed data's types lead to ${encoder.primaryType}, not to ${primaryType}`,
    );
  const separator = domains.get(JSON.stringify(domain), () => TypedDataEncoder.hashDomain(domain));
  const preimage = Buffer.from(`1901${separator.slice(2)}${encoder.hash(message).slice(2)}`, 'hex');
  return keccak256(preimage) as Hex; // CAST: ethers types hex as string.
}

function mutable(types: TypedData['types']) {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]));
}
