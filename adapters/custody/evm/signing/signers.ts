import type { EvmAddress } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { curve } from '../../../curve/index.ts';
import { addressOfKey, type Signature } from './signatures.ts';

/** A key in this process. It signs inside the committing unit of work. */
export interface LocalSigner {
  readonly kind: 'local';
  readonly address: EvmAddress;
  sign(digest: Uint8Array): Signature;
}

/**
 * A key elsewhere, for example in a KMS. It returns 64 bytes of r and s, with s high or low and no
 * recovery bit.
 */
export interface RemoteSigner {
  readonly kind: 'remote';
  readonly address: EvmAddress;
  sign(digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

export type Signer = LocalSigner | RemoteSigner;

/**
 * The key stays in the closure, where code that prints, lists or serialises the signer cannot reach
 * it. Copies the bytes. Throws `RangeError` if they are not a private key.
 */
export function localSigner(privateKey: Uint8Array): LocalSigner {
  const key = Uint8Array.from(privateKey);
  const point = curve.publicKeyOf(key);

  return Object.freeze<LocalSigner>({
    kind: 'local',
    address: addressOfKey(point),
    sign(digest) {
      const { rs, yParity } = curve.sign(digest, key);
      const digits = Buffer.from(rs.buffer, rs.byteOffset, 64).toString('hex');
      return { r: digits.slice(0, 64), s: digits.slice(64), yParity };
    },
  });
}

/** A new random key with the lifetime of the process. */
export function randomSigner(): LocalSigner {
  return localSigner(randomPrivateKey());
}

export function randomPrivateKey(): Uint8Array {
  const key = randomBytes(32);
  // About one of 2^128 random values is not a valid private key.
  return curve.isPrivateKey(key) ? key : randomPrivateKey();
}

const shape = /^(?:0x)?[0-9a-fA-F]{64}$/;

/**
 * Reads a key from text, such as an environment variable. Errors refer to it as `name` and never
 * repeat the text.
 */
export function signerFromHex(text: string, name = 'the setting'): LocalSigner {
  const trimmed = text.trim();
  if (!shape.test(trimmed))
    throw new RangeError(
      `${name} must hold a private key of 64 hex digits; it holds ${trimmed.length} characters of another shape`,
    );
  return localSigner(Buffer.from(trimmed.replace(/^0x/, ''), 'hex'));
}
