import type { Hex } from '@interline/kernel';

/**
 * The first returned word; null where a contract returned less, as an account without code does.
 */
export function readUint(returned: Hex): bigint | null {
  return returned.length < 66 ? null : BigInt(returned.slice(0, 66));
}
