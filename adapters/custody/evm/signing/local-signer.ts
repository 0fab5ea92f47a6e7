import { isPrivate, pointFromScalar, signRecoverable } from 'tiny-secp256k1';
import { addressOfKey } from './recover-address.ts';
import type { LocalSigner } from './signer.ts';

/**
 * The key stays in the closure: nothing that prints, lists or serialises the signer can reach it.
 * Takes a copy of the bytes.
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
