import type { Hex } from '@interline/kernel';
import type { Signature } from './signer.ts';

const shape = /^0x(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/;
const parityBit = 1n << 255n;

/**
 * The encodings that `ecrecover` users such as Permit2 take: 65 bytes whose last is 27 or 28, s
 * high or low, or the 64 of EIP-2098. Null for everything else; s is answered as it came.
 */
export function readSignature(signature: Hex): Signature | null {
  if (!shape.test(signature)) return null;
  const r = signature.slice(2, 66);
  const tail = signature.slice(66, 130);

  if (signature.length === 130) {
    const packed = BigInt(`0x${tail}`);
    const s = packed & (parityBit - 1n);
    return { r, s: s.toString(16).padStart(64, '0'), yParity: packed >= parityBit ? 1 : 0 };
  }
  const v = Number.parseInt(signature.slice(130), 16);
  return v === 27 || v === 28 ? { r, s: tail, yParity: v === 28 ? 1 : 0 } : null;
}
