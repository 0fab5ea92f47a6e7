import { utf8, type Bytes, inTwoBytes, joined } from './bytes.ts';
import type { KeyPair, Kem } from './kem.ts';
import { labeledExpand, labeledExtract } from './labeled.ts';

const id = 0x0020;
export const curveBytes = 32;
const suiteId = joined(utf8('KEM'), inTwoBytes(id));
/** Before the raw key, in a PKCS #8. */
const privatePrefix = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x6e, 0x04, 0x22, 0x04, 0x20,
]);

/** DHKEM(X25519, HKDF-SHA256) of RFC 9180, section 4.1. */
export const x25519: Kem = {
  id,
  name: 'X25519',
  publicBytes: curveBytes,
  encBytes: curveBytes,
  canSeal: async () => true,
  createKey: () => curveKey(randomSecret()),
  keyOf: curveKey,

  async encapsulate(publicKey) {
    const ephemeral = await curveKey(randomSecret());
    return {
      enc: ephemeral.publicKey,
      sharedSecret: await shared(ephemeral, publicKey, joined(ephemeral.publicKey, publicKey)),
    };
  },

  decapsulate: (enc, key) => shared(key, enc, joined(enc, key.publicKey)),
};

async function shared(key: KeyPair, publicKey: Bytes, context: Bytes): Promise<Bytes> {
  const agreed = await agreedOn(key, publicKey);
  const extracted = await labeledExtract(suiteId, new Uint8Array(), 'eae_prk', agreed);
  return labeledExpand(suiteId, extracted, 'shared_secret', context, 32);
}

/** X25519 itself, RFC 7748. Throws for a point of small order. */
export async function agreedOn({ secret }: KeyPair, publicKey: Bytes): Promise<Bytes> {
  const theirs = await crypto.subtle.importKey('raw', publicKey, 'X25519', false, []);
  const bits = await crypto.subtle.deriveBits(
    { name: 'X25519', public: theirs },
    await privateKey(secret),
    256,
  );
  return new Uint8Array(bits);
}

export async function curveKey(secret: Bytes): Promise<KeyPair> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await privateKey(secret));
  const text = atob(x.replaceAll('-', '+').replaceAll('_', '/'));
  return { secret, publicKey: Uint8Array.from(text, (letter) => letter.charCodeAt(0)) };
}

function privateKey(secret: Bytes): ReturnType<typeof crypto.subtle.importKey> {
  return crypto.subtle.importKey('pkcs8', joined(privatePrefix, secret), 'X25519', true, [
    'deriveBits',
  ]);
}

export function randomSecret(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}
