import { keccak256 } from 'ethers/crypto';
import { recover } from 'tiny-secp256k1';
import type { EvmAddress } from '@interline/kernel';
import type { Signature } from './signer.ts';

/** Who signed the digest, as the `ecrecover` precompile sees it; null where no key could have. */
export function recoverAddress(digest: Uint8Array, signature: Signature): EvmAddress | null {
  const key = recoverKey(digest, signature);
  return key === null ? null : addressOfKey(key);
}

/** The address of an uncompressed public key of 65 bytes. */
export function addressOfKey(publicKey: Uint8Array): EvmAddress {
  return `0x${keccak256(publicKey.subarray(1)).slice(26)}` as EvmAddress; // CAST: 40 lower-case digits by construction.
}

function recoverKey(digest: Uint8Array, { r, s, yParity }: Signature): Uint8Array | null {
  try {
    return recover(digest, Buffer.from(r + s, 'hex'), yParity, false);
  } catch {
    // r or s is zero or beyond the curve's order.
    return null;
  }
}
