import type { EvmAddress, Hex } from '@interline/kernel';
import { keccak256 } from 'ethers/crypto';
import { curve } from '../../../curve/index.ts';

const shape = /^0x(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/;
const parityBit = 1n << 255n;

/**
 * Reads the encodings that callers of `ecrecover` such as Permit2 accept: 65 bytes that end in 27
 * or 28, with s high or low, or the 64 bytes of EIP-2098. Null for other encodings; s is returned
 * unchanged.
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

/** An ECDSA signature; r and s are 64 hex digits without `0x`. A local signer makes s low. */
export interface Signature {
  readonly r: string;
  readonly s: string;
  readonly yParity: 0 | 1;
}

/**
 * The signer of the digest, as the `ecrecover` precompile computes it; null if no key could have
 * made the signature.
 */
export function recoverAddress(
  digest: Uint8Array,
  { r, s, yParity }: Signature,
): EvmAddress | null {
  const key = curve.recover(digest, { rs: Buffer.from(r + s, 'hex'), yParity });
  return key === null ? null : addressOfKey(key);
}

/** The address of an uncompressed 65-byte public key. */
export function addressOfKey(publicKey: Uint8Array): EvmAddress {
  // CAST: 40 lower-case digits by construction.
  return `0x${keccak256(publicKey.subarray(1)).slice(26)}` as EvmAddress;
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The other signature with the same r, which has the high s, is malleated: no wallet writes it. */
export function isLowS({ s }: Pick<Signature, 's'>): boolean {
  return BigInt(`0x${s}`) <= order / 2n;
}

/**
 * The account's signature of the digest, from 64 bytes of r and s; null if they are not its
 * signature. A KMS may return a high s, which nodes refuse, and never returns the parity.
 */
export function signatureBy(
  account: EvmAddress,
  rs: Uint8Array,
  digest: Uint8Array,
): Signature | null {
  if (rs.length !== 64) return null;
  const digits = Buffer.from(rs.buffer, rs.byteOffset, 64).toString('hex');
  const [r, asGiven] = [digits.slice(0, 64), BigInt(`0x${digits.slice(64)}`)];
  // An s above the curve order stays above it, and recovers to nothing.
  const isHigh = asGiven > order / 2n && asGiven < order;
  const s = (isHigh ? order - asGiven : asGiven).toString(16).padStart(64, '0');
  const candidates: readonly Signature[] = [
    { r, s, yParity: 0 },
    { r, s, yParity: 1 },
  ];
  return candidates.find((one) => recoverAddress(digest, one) === account) ?? null;
}
