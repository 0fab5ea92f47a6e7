import { type Bytes, joined, slice, text, uint16 } from './bytes.ts';
import { labelled } from './hkdf.ts';
import type { PlatformKey } from './suite.ts';

/** What is made for one request: the secret, and what the gateway finds it with. */
export interface Encapsulated {
  readonly secret: Bytes;
  readonly enc: Bytes;
}

export interface Kem {
  readonly id: number;
  readonly name: 'MLKEM768-X25519' | 'X25519';
  readonly publicKeyBytes: number;
  /** Whether this runtime has what it takes. */
  isSupported(): Promise<boolean>;
  encapsulate(publicKey: Bytes): Promise<Encapsulated>;
}

const x25519Bytes = 32;

const x25519Kem: Kem = {
  id: 0x0020,
  name: 'X25519',
  publicKeyBytes: x25519Bytes,
  isSupported: async () => true,
  async encapsulate(publicKey) {
    const { shared, enc } = await agree(publicKey);
    const hash = labelled(joined(text('KEM'), uint16(0x0020)));
    const prk = await hash.extract(new Uint8Array(), 'eae_prk', shared);
    const secret = await hash.expand(prk, 'shared_secret', joined(enc, publicKey), 32);
    return { secret, enc };
  },
};

const mlKem = { name: 'ML-KEM-768' };
const mlKemBytes = 1_184;
const xWingLabel = Uint8Array.of(0x5c, 0x2e, 0x2f, 0x2f, 0x5e, 0x5c);

/** What the platform's types do not know of yet. */
interface SubtleWithKems {
  importKey(
    format: 'raw-public',
    key: Bytes,
    algorithm: { readonly name: string },
    isExtractable: boolean,
    usages: readonly string[],
  ): Promise<PlatformKey>;
  encapsulateBits?(
    algorithm: { readonly name: string },
    key: PlatformKey,
  ): Promise<{ readonly sharedKey: ArrayBuffer; readonly ciphertext: ArrayBuffer }>;
}

const subtle = (): SubtleWithKems => crypto.subtle; // CAST: asked before it is used.

/** Also against quantum computers: MLKEM768-X25519 of draft-ietf-hpke-pq. */
const mlkem768X25519Kem: Kem = {
  id: 0x647a,
  name: 'MLKEM768-X25519',
  publicKeyBytes: mlKemBytes + x25519Bytes,
  async isSupported() {
    if (subtle().encapsulateBits === undefined) return false;
    return crypto.subtle.digest('SHA3-256', new Uint8Array()).then(
      () => true,
      () => false,
    );
  },
  async encapsulate(key) {
    const publicKey = slice(key, mlKemBytes, x25519Bytes);
    const imported = await subtle().importKey(
      'raw-public',
      slice(key, 0, mlKemBytes),
      mlKem,
      false,
      ['encapsulateBits'],
    );
    const made = await subtle().encapsulateBits?.(mlKem, imported);
    if (made === undefined) throw new Error('this runtime has no ML-KEM');
    const { shared, enc } = await agree(publicKey);
    const secret = await crypto.subtle.digest(
      'SHA3-256',
      joined(new Uint8Array(made.sharedKey), shared, enc, publicKey, xWingLabel),
    );
    return {
      secret: new Uint8Array(secret),
      enc: joined(new Uint8Array(made.ciphertext), enc),
    };
  },
};

/** The one that is safe against quantum computers first. */
export const kems: readonly Kem[] = [mlkem768X25519Kem, x25519Kem];

async function agree(publicKey: Bytes): Promise<{ readonly shared: Bytes; readonly enc: Bytes }> {
  const x25519 = { name: 'X25519' };
  const pair = await crypto.subtle.generateKey(x25519, false, ['deriveBits']);
  if (!('privateKey' in pair)) throw new Error('X25519 makes pairs of keys');
  const theirs = await crypto.subtle.importKey('raw', publicKey, x25519, false, []);
  const [shared, enc] = await Promise.all([
    crypto.subtle.deriveBits({ name: 'X25519', public: theirs }, pair.privateKey, 256),
    crypto.subtle.exportKey('raw', pair.publicKey),
  ]);
  return { shared: new Uint8Array(shared), enc: new Uint8Array(enc) };
}
