import type { Hex } from './address.ts';

const vOfFirst = 27;

/**
 * Normalises a wallet's signature to 65 bytes of r, s and v with v as 27 or 28. Some wallets write
 * v as 0 or 1, others put it into the first bit of s (EIP-2098, 64 bytes). Other data, such as a
 * smart wallet's signature, is only lower-cased. It does not verify the signature.
 */
export function fullSignature(signature: Hex): Hex {
  const digits = signature.slice(2).toLowerCase();
  if (digits.length === 128) {
    const high = Number.parseInt(digits.slice(64, 66), 16);
    const first = (high & 0x7f).toString(16).padStart(2, '0');
    const v = vOfFirst + (high >> 7);
    return `0x${digits.slice(0, 64)}${first}${digits.slice(66)}${v.toString(16)}`;
  }
  const parity = digits.length === 130 ? /0([01])$/.exec(digits.slice(128))?.[1] : undefined;
  return parity === undefined
    ? `0x${digits}`
    : `0x${digits.slice(0, 128)}${(vOfFirst + Number(parity)).toString(16)}`;
}
