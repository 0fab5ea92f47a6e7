import {
  constants,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  timingSafeEqual,
  verify,
} from 'node:crypto';

const { RSA_NO_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
/** The parameters of RSABSSA-SHA384-PSS-Randomized, RFC 9474 section 5. */
const saltBytes = 48;

/**
 * An RSA key that carries its own options. Options in an object around it mean the same, but Node
 * 24 throws two exceptions before it finds that such an object is not a key: 8 us of the 24 that
 * checking a signature took.
 */
type Keyed<Options> = KeyObject & Readonly<Options>;

export type RawKey = Keyed<{ padding: number }>;

export type VerifyingKey = Keyed<{ padding: number; saltLength: number }>;

/** The key itself, for raw RSA from now on and for nothing else. */
export function rawKey(key: KeyObject): RawKey {
  return Object.assign(key, { padding: RSA_NO_PADDING });
}

/** The key itself, for passes from now on and for nothing else. */
export function verifyingKey(key: KeyObject): VerifyingKey {
  return Object.assign(key, { padding: RSA_PKCS1_PSS_PADDING, saltLength: saltBytes });
}

/**
 * BlindSign of RFC 9474, section 4.3. OpenSSL blinds the exponentiation itself, against timing; the
 * check of the result is against faults, of which one gives the key away.
 */
export function blindSign(key: RawKey, publicKey: RawKey, blinded: Uint8Array): Uint8Array {
  const signed = privateDecrypt(key, blinded);
  const checked = publicEncrypt(publicKey, signed);
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
  key: VerifyingKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verify('sha384', message, key, signature);
}

function numberIn(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
