import type { EvmAddress, Hex } from '@interline/plugins';

/** `balanceOf(address)`. */
export function balanceOfCall(owner: EvmAddress): Hex {
  return `0x70a08231${word(BigInt(owner))}`;
}

/** `tokenOfOwnerByIndex(address, uint256)` of ERC-721 Enumerable. */
export function tokenOfOwnerCall(owner: EvmAddress, index: bigint): Hex {
  return `0x2f745c59${word(BigInt(owner))}${word(index)}`;
}

/** Null where the answer is not one 256-bit word: a revert, or an address without code. */
export function readWord(answer: Hex | null): bigint | null {
  return answer !== null && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : null;
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
