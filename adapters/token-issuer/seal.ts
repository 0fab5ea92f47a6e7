import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals private keys for the store: AES-256-GCM, each bound to the thumb of its public half. */
export interface Seal {
  seal(key: KeyObject, thumb: string): string;
  /** Throws where it was sealed with another secret, for another thumb, or was changed. */
  open(sealed: string, thumb: string): KeyObject;
}

/** `secret`: 32 random bytes that stand outside the store. */
export function sealWith(secret: Uint8Array): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'interline pass keys, sealed', 32));
  return {
    seal(privateKey, thumb) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(thumb));
      const text = privateKey.export({ format: 'der', type: 'pkcs8' });
      const body = Buffer.concat([sealing.update(text), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64');
    },
    open(sealed, thumb) {
      const bytes = Buffer.from(sealed, 'base64');
      const iv = bytes.subarray(0, ivBytes);
      const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(thumb))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const body = bytes.subarray(ivBytes + tagBytes);
      const der = Buffer.concat([opening.update(body), opening.final()]);
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    },
  };
}
