import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals secret bytes for the store, each bound to the name of what it belongs to. */
export interface Seal {
  /** Base64; other text every time. */
  seal(bytes: Uint8Array, name: string): string;
  /** Throws where it was sealed with another secret, under another name, or was changed. */
  open(sealed: string, name: string): Uint8Array;
}

/**
 * `secret`: 32 random bytes that are kept outside the store. Text sealed for one purpose cannot be
 * opened for another.
 */
export function sealWith(secret: Uint8Array, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `interline seals ${purpose}`, 32));
  return {
    seal(bytes, name) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([sealing.update(bytes), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64');
    },
    open(sealed, name) {
      const bytes = Buffer.from(sealed, 'base64');
      const iv = bytes.subarray(0, ivBytes);
      const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]);
    },
  };
}
