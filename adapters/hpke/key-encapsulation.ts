import {
  createHash,
  createPublicKey,
  diffieHellman,
  encapsulate,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { labeled } from './labeled.ts';

/** A shared secret, and what lets the key's owner have it too. */
export interface Encapsulated {
  /** As in HPKE's registry. */
  readonly kemId: number;
  readonly enc: Buffer;
  readonly sharedSecret: Buffer;
}

export const x25519Bytes = 32;
const latticeKeyBytes = 1_184;
export const hybridKeyBytes = latticeKeyBytes + x25519Bytes;

/** DHKEM(X25519, HKDF-SHA256) of RFC 9180, section 4.1. */
const x25519Kem = 0x0020;
/** MLKEM768-X25519 of draft-ietf-hpke-pq, which is X-Wing. */
const hybridKem = 0x647a;

/** Before the raw key, in an SPKI. */
const x25519Spki = Buffer.from('302a300506032b656e032100', 'hex');
const latticeSpki = Buffer.from('308204b2300b0609608648016503040402038204a100', 'hex');
/** `\.//^\` */
const hybridLabel = Buffer.from('5c2e2f2f5e5c', 'hex');

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Encapsulates to a public key of either kind, by its length. Throws where it is none. */
export function encapsulateTo(
  address: Uint8Array,
  ephemeral: KeyPair = generateKeyPairSync('x25519'),
): Encapsulated {
  return address.length === x25519Bytes
    ? toX25519(address, ephemeral)
    : toHybrid(address, ephemeral);
}

function toX25519(address: Uint8Array, { publicKey, privateKey }: KeyPair): Encapsulated {
  const enc = rawOf(publicKey);
  const agreed = diffieHellman({ privateKey, publicKey: x25519In(address) });
  const { extract, expand } = labeled(Buffer.from([...Buffer.from('KEM'), 0x00, 0x20]));
  const context = Buffer.concat([enc, address]);
  const sharedSecret = expand(extract('', 'eae_prk', agreed), 'shared_secret', context, 32);
  return { kemId: x25519Kem, enc, sharedSecret };
}

function toHybrid(address: Uint8Array, { publicKey, privateKey }: KeyPair): Encapsulated {
  const ofLattice = createPublicKey({
    key: Buffer.concat([latticeSpki, address.subarray(0, latticeKeyBytes)]),
    format: 'der',
    type: 'spki',
  });
  const ofCurve = address.subarray(latticeKeyBytes);
  const { ciphertext, sharedKey } = encapsulate(ofLattice);
  const enc = rawOf(publicKey);
  const agreed = diffieHellman({ privateKey, publicKey: x25519In(ofCurve) });
  const sharedSecret = createHash('sha3-256')
    .update(sharedKey)
    .update(agreed)
    .update(enc)
    .update(ofCurve)
    .update(hybridLabel)
    .digest();
  return { kemId: hybridKem, enc: Buffer.concat([ciphertext, enc]), sharedSecret };
}

/** Node 24 and later. */
const hasLattices = Number.parseInt(process.versions.node, 10) >= 24;

/** A public key whose private half is dropped: hybrid where this runtime has ML-KEM. */
export function keyOfNobody(): Buffer {
  const ofCurve = rawOf(generateKeyPairSync('x25519').publicKey);
  return hasLattices ? Buffer.concat([latticeKeyOfNobody(), ofCurve]) : ofCurve;
}

function latticeKeyOfNobody(): Buffer {
  const { publicKey } = generateKeyPairSync('ml-kem-768');
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(latticeSpki.length);
}

function rawOf(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function x25519In(raw: Uint8Array): KeyObject {
  const key = Buffer.concat([x25519Spki, raw]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}
