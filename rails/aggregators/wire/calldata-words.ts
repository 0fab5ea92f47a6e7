import { type EvmAddress, evmAddress, type Hex } from '@interline/plugins';

/**
 * One argument of a call, as Solidity's decoder reads it: its word stands at `at`, its offset
 * counts from `base`, both in hex digits. Null where the decoder reverts: the data ends before it,
 * or the word holds what is no value of its type.
 */
export type ReadArgument<Value> = (digits: string, at: number, base: number) => Value | null;

export const wordDigits = 64;

export const bytes32: ReadArgument<Hex> = (digits, at) =>
  at + wordDigits <= digits.length ? `0x${digits.slice(at, at + wordDigits)}` : null;

/**
 * The offset of bytes, text or a list that we have no use for. Not followed: a contract may do so
 * late or never, and what stands beside it counts all the same.
 */
export const unfollowed = bytes32;

export const uint256: ReadArgument<bigint> = (digits, at, base) => {
  const word = bytes32(digits, at, base);
  return word === null ? null : BigInt(word);
};

export const uint32 = uintBelow(1n << 32n);
export const uint64 = uintBelow(1n << 64n);

const addressPadding = `0x${'0'.repeat(24)}`;

export const address: ReadArgument<EvmAddress> = (digits, at, base) => {
  const word = bytes32(digits, at, base);
  return word?.startsWith(addressPadding) === true
    ? evmAddress(`0x${word.slice(addressPadding.length)}`)
    : null;
};

export const bool: ReadArgument<boolean> = (digits, at, base) => {
  const value = uint256(digits, at, base);
  return value === 0n || value === 1n ? value === 1n : null;
};

function uintBelow(end: bigint): ReadArgument<bigint> {
  return (digits, at, base) => {
    const value = uint256(digits, at, base);
    return value !== null && value < end ? value : null;
  };
}
