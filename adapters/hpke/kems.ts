import * as crypto from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Hash, sha256 } from './hkdf.ts';

/** What a sender makes for one message: the secret, and what the receiver finds it with. */
export interface Encapsulated {
  readonly secret: Uint8Array;
  readonly enc: Uint8Array;
}

/** A key whose parts are parsed; parsing takes longer than many operations. */
export interface KemKey {
  readonly publicKey: Uint8Array;
  /** Throws on what no sender makes, such as a point of low order. */
  decapsulate(enc: Uint8Array): Uint8Array;
}

export interface Kem {
  readonly id: number;
  readonly name: 'MLKEM768-X25519' | 'X25519';
  readonly publicKeyBytes: number;
  readonly encBytes: number;
  /** Whether this process has what it takes. */
  readonly isSupported: boolean;
  /** From 32 random bytes, which are the private key. */
  openKey(seed: Uint8Array): KemKey;
  encapsulate(publicKey: Uint8Array): Encapsulated;
}

const x25519Private = Buffer.from('302e020100300506032b656e04220420', 'hex');
const x25519Public = Buffer.from('302a300506032b656e032100', 'hex');
const x25519Bytes = 32;

/** DHKEM(X25519, HKDF-SHA256) of RFC 9180. */
export const x25519Kem: Kem & {
  /** With an ephemeral key of the caller, for the vectors. */
  encapsulateWith(publicKey: Uint8Array, ephemeral: Uint8Array): Encapsulated;
} = {
  id: 0x0020,
  name: 'X25519',
  publicKeyBytes: x25519Bytes,
  encBytes: x25519Bytes,
  isSupported: true,
  openKey(seed) {
    const { key, publicKey } = x25519KeyOf(seed);
    return {
      publicKey,
      decapsulate: (enc) => dhkemSecret(agree(key, enc), enc, publicKey),
    };
  },
  encapsulate: (publicKey) => x25519Kem.encapsulateWith(publicKey, crypto.randomBytes(x25519Bytes)),
  encapsulateWith(publicKey, ephemeral) {
    const { key, publicKey: enc } = x25519KeyOf(ephemeral);
    return { secret: dhkemSecret(agree(key, publicKey), enc, publicKey), enc };
  },
};

const mlKemSeed = Buffer.from('3054020100300b06096086480165030404020442' + '8040', 'hex');
const mlKemPublic = Buffer.from('308204b2300b0609608648016503040402038204a100', 'hex');
const mlKemPublicBytes = 1_184;
const mlKemCiphertextBytes = 1_088;
const xWingLabel = Buffer.from('5c2e2f2f5e5c', 'hex');

/** MLKEM768-X25519 of draft-ietf-hpke-pq, which is X-Wing. Node has ML-KEM from 24 on. */
export const mlkem768X25519Kem: Kem = {
  id: 0x647a,
  name: 'MLKEM768-X25519',
  publicKeyBytes: mlKemPublicBytes + x25519Bytes,
  encBytes: mlKemCiphertextBytes + x25519Bytes,
  isSupported: typeof crypto.encapsulate === 'function',
  openKey(seed) {
    const expanded = createHash('shake256', { outputLength: 96 }).update(seed).digest();
    const mlKem = createPrivateKey({
      key: Buffer.concat([mlKemSeed, expanded.subarray(0, 64)]),
      format: 'der',
      type: 'pkcs8',
    });
    const x25519 = x25519KeyOf(expanded.subarray(64));
    const mlKemKey = createPublicKey(mlKem).export({ format: 'der', type: 'spki' });
    return {
      publicKey: Buffer.concat([mlKemKey.subarray(mlKemPublic.length), x25519.publicKey]),
      decapsulate(enc) {
        const shared = enc.subarray(mlKemCiphertextBytes);
        return combine({
          ofMlKem: crypto.decapsulate(mlKem, enc.subarray(0, mlKemCiphertextBytes)),
          ofX25519: agree(x25519.key, shared),
          shared,
          publicKey: x25519.publicKey,
        });
      },
    };
  },
  encapsulate(key) {
    const mlKem = createPublicKey({
      key: Buffer.concat([mlKemPublic, key.subarray(0, mlKemPublicBytes)]),
      format: 'der',
      type: 'spki',
    });
    const publicKey = key.subarray(mlKemPublicBytes);
    const { ciphertext, sharedKey } = crypto.encapsulate(mlKem);
    const ephemeral = x25519KeyOf(crypto.randomBytes(x25519Bytes));
    const shared = ephemeral.publicKey;
    const ofX25519 = agree(ephemeral.key, publicKey);
    return {
      secret: combine({ ofMlKem: sharedKey, ofX25519, shared, publicKey }),
      enc: Buffer.concat([ciphertext, shared]),
    };
  },
};

/** The one that is safe against quantum computers first. */
export const kems: readonly Kem[] = [mlkem768X25519Kem, x25519Kem];

function x25519KeyOf(seed: Uint8Array): { readonly key: KeyObject; readonly publicKey: Buffer } {
  const key = createPrivateKey({
    key: Buffer.concat([x25519Private, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { key, publicKey: spki.subarray(x25519Public.length) };
}

function agree(privateKey: KeyObject, publicKey: Uint8Array): Buffer {
  return crypto.diffieHellman({
    privateKey,
    publicKey: createPublicKey({
      key: Buffer.concat([x25519Public, publicKey]),
      format: 'der',
      type: 'spki',
    }),
  });
}

const dhkem: Hash = sha256.labelled(Buffer.from('4b454d0020', 'hex'));

function dhkemSecret(shared: Uint8Array, enc: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const prk = dhkem.extract(new Uint8Array(), 'eae_prk', shared);
  return dhkem.expand(prk, 'shared_secret', Buffer.concat([enc, publicKey]), 32);
}

function combine(parts: {
  readonly ofMlKem: Uint8Array;
  readonly ofX25519: Uint8Array;
  readonly shared: Uint8Array;
  readonly publicKey: Uint8Array;
}): Uint8Array {
  return createHash('sha3-256')
    .update(parts.ofMlKem)
    .update(parts.ofX25519)
    .update(parts.shared)
    .update(parts.publicKey)
    .update(xWingLabel)
    .digest();
}
