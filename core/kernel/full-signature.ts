import type { Hex } from './address.ts';

const vOfFirst = 27;

/**
 * One form for what wallets write in several: r, s and v in 65 bytes, and v as 27 or 28. Some write v as 0 or
 * 1, others put it into the first bit of s (EIP-2098, 64 bytes). What is neither, as a signature of a wallet's
 * code, is left as it is, in lower case. Whether anybody signed anything is not looked at.
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
