import { ascii, type Bytes, inTwoBytes, joined } from './bytes.ts';
import type { Encapsulated, Kem, KeyPair } from './kem.ts';
import { labeledExpand, labeledExtract } from './labeled.ts';

/** HKDF-SHA256. */
const kdfId = 0x0001;

interface Aead {
  /** As in HPKE's registry. */
  readonly id: number;
  readonly keyBytes: number;
}

const aes128Gcm: Aead = { id: 0x0001, keyBytes: 16 };
const nonceBytes = 12;

/** What both sides know beside the message. */
interface Around {
  readonly info: Bytes;
  readonly aad?: Bytes;
}

export interface Sealed {
  readonly enc: Bytes;
  readonly ciphertext: Bytes;
}

/** One message to a public key, with AES-128-GCM: SealBase of RFC 9180, section 6.1. */
export async function sealBase(
  kem: Kem,
  publicKey: Bytes,
  around: Around,
  plaintext: Bytes,
): Promise<Sealed> {
  const { enc, sharedSecret } = await kem.encapsulate(publicKey);
  return { enc, ciphertext: await sealWith({ kem, sharedSecret }, around, plaintext) };
}

/** The message; null where it is sealed to another key, or was changed. OpenBase of the same. */
export async function openBase(
  kem: Kem,
  key: KeyPair,
  { enc, ciphertext }: Sealed,
  { info, aad = new Uint8Array() }: Around,
): Promise<Bytes | null> {
  try {
    const sharedSecret = await kem.decapsulate(enc, key);
    const { cipherKey, nonce } = await keySchedule(kem.id, aes128Gcm, sharedSecret, info);
    const opening = await crypto.subtle.importKey('raw', cipherKey, 'AES-GCM', false, ['decrypt']);
    const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, opening, ciphertext));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null;
    throw error;
  }
}

async function sealWith(
  { kem, sharedSecret }: { readonly kem: Kem } & Pick<Encapsulated, 'sharedSecret'>,
  { info, aad = new Uint8Array() }: Around,
  plaintext: Bytes,
): Promise<Bytes> {
  const { cipherKey, nonce } = await keySchedule(kem.id, aes128Gcm, sharedSecret, info);
  const sealing = await crypto.subtle.importKey('raw', cipherKey, 'AES-GCM', false, ['encrypt']);
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad };
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, sealing, plaintext));
}

/** RFC 9180, section 5.1, in base mode. */
export async function keySchedule(
  kemId: number,
  { id, keyBytes }: Aead,
  sharedSecret: Bytes,
  info: Bytes,
): Promise<{ readonly cipherKey: Bytes; readonly nonce: Bytes }> {
  const suiteId = joined(ascii('HPKE'), inTwoBytes(kemId), inTwoBytes(kdfId), inTwoBytes(id));
  const none = new Uint8Array();
  const context = joined(
    Uint8Array.of(0),
    await labeledExtract(suiteId, none, 'psk_id_hash', none),
    await labeledExtract(suiteId, none, 'info_hash', info),
  );
  const secret = await labeledExtract(suiteId, sharedSecret, 'secret', none);
  return {
    cipherKey: await labeledExpand(suiteId, secret, 'key', context, keyBytes),
    nonce: await labeledExpand(suiteId, secret, 'base_nonce', context, nonceBytes),
  };
}
