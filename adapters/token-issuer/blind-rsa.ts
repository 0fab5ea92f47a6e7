import {
  constants,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  timingSafeEqual,
  verify,
} from 'node:crypto';

const { RSA_NO_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
/** Of RSABSSA-SHA384-PSS-Randomized, RFC 9474 section 5. */
const saltBytes = 48;

/**
 * BlindSign of RFC 9474, section 4.3. OpenSSL blinds the exponentiation itself, against timing; the
 * check of the result is against faults, of which one gives the key away.
 */
export function blindSign(key: KeyObject, publicKey: KeyObject, blinded: Uint8Array): Uint8Array {
  const signed = privateDecrypt({ key, padding: RSA_NO_PADDING }, blinded);
  const checked = publicEncrypt({ key: publicKey, padding: RSA_NO_PADDING }, signed);
  if (!timingSafeEqual(checked, blinded)) throw new Error('a blind signature does not verify');
  return signed;
}

/** OpenSSL takes shorter values, 0 and 1, and what is the same as its own signature: none is blind. */
export function isSignable(modulus: Uint8Array, blinded: Uint8Array): boolean {
  if (blinded.length !== modulus.length) return false;
  const value = numberIn(blinded);
  return value > 1n && value < numberIn(modulus) - 1n;
}

export function isSignature(
  publicKey: KeyObject,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const key = { key: publicKey, padding: RSA_PKCS1_PSS_PADDING, saltLength: saltBytes };
  return verify('sha384', message, key, signature);
}

function numberIn(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
