import type { EvmAddress } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { isPrivate, pointFromScalar, signRecoverable } from 'tiny-secp256k1';
import { addressOfKey, type Signature } from './signatures.ts';

/** A key in this process, which signs inside the committing unit of work. */
export interface LocalSigner {
  readonly kind: 'local';
  readonly address: EvmAddress;
  sign(digest: Uint8Array): Signature;
}

/**
 * A key elsewhere, as in a KMS: it returns r and s in 64 bytes, s high or low, without a recovery
 * bit.
 */
export interface RemoteSigner {
  readonly kind: 'remote';
  readonly address: EvmAddress;
  sign(digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

export type Signer = LocalSigner | RemoteSigner;

/**
 * The key stays in the closure, where nothing that prints, lists or serialises the signer can reach
 * it. Copies the bytes.
 */
export function localSigner(privateKey: Uint8Array): LocalSigner {
  if (privateKey.length !== 32 || !isPrivate(privateKey))
    throw new RangeError(
      'a private key must be 32 bytes, above zero and below the order of secp256k1',
    );
  const key = Uint8Array.from(privateKey);
  const point = pointFromScalar(key, false);
  if (point === null) throw new RangeError('the private key has no public key');

  return Object.freeze<LocalSigner>({
    kind: 'local',
    address: addressOfKey(point),
    sign(digest) {
      const { signature, recoveryId } = signRecoverable(digest, key);
      const digits = Buffer.from(signature.buffer, signature.byteOffset, 64).toString('hex');
      return { r: digits.slice(0, 64), s: digits.slice(64), yParity: recoveryId === 1 ? 1 : 0 };
    },
  });
}

/** A new random key that lives as long as the process. */
export function randomSigner(): LocalSigner {
  return localSigner(randomPrivateKey());
}

export function randomPrivateKey(): Uint8Array {
  const key = randomBytes(32);
  // One draw in 2^128 is not a valid private key.
  return isPrivate(key) ? key : randomPrivateKey();
}

const shape = /^(?:0x)?[0-9a-fA-F]{64}$/;

/**
 * Reads a key from text, such as an environment variable. Errors call it `name` and never repeat
 * the text.
 */
export function signerFromHex(text: string, name = 'the setting'): LocalSigner {
  const trimmed = text.trim();
  if (!shape.test(trimmed))
    throw new RangeError(
      `${name} must hold a private key of 64 hex digits; it holds ${trimmed.length} characters of another shape`,
    );
  return localSigner(Buffer.from(trimmed.replace(/^0x/, ''), 'hex'));
}
