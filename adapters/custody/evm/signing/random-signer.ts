import { randomBytes } from 'node:crypto';
import { isPrivate } from 'tiny-secp256k1';
import { localSigner } from './local-signer.ts';
import type { LocalSigner } from './signer.ts';

/** A fresh key that lives as long as the process. */
export function randomSigner(): LocalSigner {
  return localSigner(randomPrivateKey());
}

export function randomPrivateKey(): Uint8Array {
  const key = randomBytes(32);
  // One draw in 2^128 is no private key.
  return isPrivate(key) ? key : randomPrivateKey();
}
