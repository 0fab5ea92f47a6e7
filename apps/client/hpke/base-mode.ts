import { utf8, type Bytes, inTwoBytes, joined } from './bytes.ts';
import type { Kem, KeyPair } from './kem.ts';
import { labeledExpand, labeledExtract } from './labeled.ts';

/** HKDF-SHA256. */
export const kdfId = 0x0001;

interface Aead {
  /** As in HPKE's registry. */
  readonly id: number;
  readonly keyBytes: number;
}

/** Which every runtime has. */
export const aes128Gcm: Aead = { id: 0x0001, keyBytes: 16 };
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
  const schedule = await keySchedule(kem.id, aes128Gcm, sharedSecret, around.info);
  return { enc, ciphertext: await encrypted(schedule, plaintext, around.aad) };
}

/** The message; null where it is sealed to another key, or was changed. OpenBase of the same. */
export async function openBase(
  kem: Kem,
  key: KeyPair,
  { enc, ciphertext }: Sealed,
  { info, aad }: Around,
): Promise<Bytes | null> {
  try {
    const sharedSecret = await kem.decapsulate(enc, key);
    return await decrypted(
      await keySchedule(kem.id, aes128Gcm, sharedSecret, info),
      ciphertext,
      aad,
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null;
    throw error;
  }
}

/** What a message is encrypted with. */
interface CipherKey {
  readonly cipherKey: Bytes;
  readonly nonce: Bytes;
}

/** With AES-128-GCM. */
export async function encrypted(
  { cipherKey, nonce }: CipherKey,
  plaintext: Bytes,
  aad: Bytes = new Uint8Array(),
): Promise<Bytes> {
  const sealing = await crypto.subtle.importKey('raw', cipherKey, 'AES-GCM', false, ['encrypt']);
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad };
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, sealing, plaintext));
}

/** Throws where it was encrypted with another key, or was changed. */
export async function decrypted(
  { cipherKey, nonce }: CipherKey,
  ciphertext: Bytes,
  aad: Bytes = new Uint8Array(),
): Promise<Bytes> {
  const opening = await crypto.subtle.importKey('raw', cipherKey, 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: aad };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, opening, ciphertext));
}

export interface KeySchedule extends CipherKey {
  /** Up to 32 bytes that both sides know beside the message. */
  export(context: Bytes, length: number): Promise<Bytes>;
}

/** RFC 9180, section 5.1, in base mode. */
export async function keySchedule(
  kemId: number,
  { id, keyBytes }: Aead,
  sharedSecret: Bytes,
  info: Bytes,
): Promise<KeySchedule> {
  const suiteId = joined(utf8('HPKE'), inTwoBytes(kemId), inTwoBytes(kdfId), inTwoBytes(id));
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
    async export(exported, length) {
      const exporter = await labeledExpand(suiteId, secret, 'exp', context, 32);
      return labeledExpand(suiteId, exporter, 'sec', exported, length);
    },
  };
}
