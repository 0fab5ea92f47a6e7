import { createCipheriv, createDecipheriv } from 'node:crypto';
import { sha256 } from './hkdf.ts';

/** An AEAD by its number in HPKE's registry. */
export interface Aead {
  readonly id: number;
  readonly name: 'aes-128-gcm' | 'chacha20-poly1305';
  readonly keyBytes: number;
}

export const aes128Gcm: Aead = { id: 0x0001, name: 'aes-128-gcm', keyBytes: 16 };
const chacha20Poly1305: Aead = { id: 0x0003, name: 'chacha20-poly1305', keyBytes: 32 };

/** In the order they are offered. */
export const aeads: readonly Aead[] = [aes128Gcm, chacha20Poly1305];

/** HKDF-SHA256, the only one that is offered. */
export const kdfId = 0x0001;
export const nonceBytes = 12;
export const tagBytes = 16;

export interface Suite {
  readonly kemId: number;
  readonly aead: Aead;
}

/** What both sides hold once the secret is shared: base mode of RFC 9180, section 5.1. */
export interface HpkeContext {
  readonly key: Uint8Array;
  readonly baseNonce: Uint8Array;
  /** The message of that number, from 0. */
  seal(sequence: number, aad: Uint8Array, plaintext: Uint8Array): Uint8Array;
  /** Throws on what was not sealed with it. */
  open(sequence: number, aad: Uint8Array, ciphertext: Uint8Array): Uint8Array;
  export(context: Uint8Array, length: number): Uint8Array;
}

const none = new Uint8Array();
const baseMode = 0;

export function hpkeContext(
  { kemId, aead }: Suite,
  sharedSecret: Uint8Array,
  info: Uint8Array,
): HpkeContext {
  const hash = sha256.labelled(suiteId({ kemId, aead }));
  const context = Buffer.concat([
    Uint8Array.of(baseMode),
    hash.extract(none, 'psk_id_hash', none),
    hash.extract(none, 'info_hash', info),
  ]);
  const secret = hash.extract(sharedSecret, 'secret', none);
  const key = hash.expand(secret, 'key', context, aead.keyBytes);
  const baseNonce = hash.expand(secret, 'base_nonce', context, nonceBytes);
  const exporter = hash.expand(secret, 'exp', context, 32);
  return {
    key,
    baseNonce,
    seal: (sequence, aad, plaintext) =>
      sealWith(aead, { key, nonce: nonceOf(baseNonce, sequence) }, plaintext, aad),
    open: (sequence, aad, ciphertext) =>
      openWith(aead, { key, nonce: nonceOf(baseNonce, sequence) }, ciphertext, aad),
    export: (exported, length) => hash.expand(exporter, 'sec', exported, length),
  };
}

interface AeadKey {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
}

export function sealWith(
  { name }: Aead,
  { key, nonce }: AeadKey,
  plaintext: Uint8Array,
  aad: Uint8Array = none,
): Uint8Array {
  // CAST: both take the same options, which the types know of AES-GCM only.
  const cipher = createCipheriv(name as 'aes-128-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(aad);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Throws on what was not sealed with that key. */
export function openWith(
  { name }: Aead,
  { key, nonce }: AeadKey,
  sealed: Uint8Array,
  aad: Uint8Array = none,
): Uint8Array {
  if (sealed.length < tagBytes) throw new Error('a sealed message is at least its tag');
  // CAST: both take the same options, which the types know of AES-GCM only.
  const cipher = createDecipheriv(name as 'aes-128-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(aad).setAuthTag(sealed.subarray(sealed.length - tagBytes));
  return Buffer.concat([
    cipher.update(sealed.subarray(0, sealed.length - tagBytes)),
    cipher.final(),
  ]);
}

function suiteId({ kemId, aead }: Suite): Uint8Array {
  const id = Buffer.alloc(10);
  id.write('HPKE');
  id.writeUInt16BE(kemId, 4);
  id.writeUInt16BE(kdfId, 6);
  id.writeUInt16BE(aead.id, 8);
  return id;
}

function nonceOf(base: Uint8Array, sequence: number): Uint8Array {
  const nonce = Buffer.from(base);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ sequence) >>> 0, 8);
  return nonce;
}
