import { asHex, type Hex, type TypedData } from '@interline/kernel';
import type { OffChainData } from '@interline/ports';
import { keccak256 } from 'ethers/crypto';
import { TypedDataEncoder } from 'ethers/hash';

/** Results by key; beyond the limit, the oldest is dropped. */
class Remembered<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => T): T {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= this.#most && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(key, made);
    return made;
  }
}

// Requests repeat the same few types and domains, and preparing them is most of ethers' work.
const encoders = new Remembered<TypedDataEncoder>(64);
const domains = new Remembered<string>(256);

/** EIP-712 digest of the typed data; throws if the types do not lead to the primary type. */
export function digestOf({ domain, types, primaryType, message }: TypedData | OffChainData): Hex {
  const encoder = encoders.get(JSON.stringify(types), () => TypedDataEncoder.from(mutable(types)));
  if (encoder.primaryType !== primaryType)
    throw new RangeError(
      `the typed data's types lead to ${encoder.primaryType}, not to ${primaryType}`,
    );
  const separator = domains.get(JSON.stringify(domain), () => TypedDataEncoder.hashDomain(domain));
  const preimage = Buffer.from(`1901${separator.slice(2)}${encoder.hash(message).slice(2)}`, 'hex');
  return asHex(keccak256(preimage));
}

function mutable(types: TypedData['types']) {
  return Object.fromEntries(Object.entries(types).map(([name, members]) => [name, [...members]]));
}
