import { ascii, type Bytes, inTwoBytes, joined } from './bytes.ts';

const hashBytes = 32;
const version = ascii('HPKE-v1');

/** LabeledExtract of RFC 9180, section 4, over HKDF-SHA256. */
export function labeledExtract(
  suiteId: Uint8Array,
  salt: Bytes,
  label: string,
  material: Uint8Array,
): Promise<Bytes> {
  return hmac(salt, joined(version, suiteId, ascii(label), material));
}

/** LabeledExpand of the same, up to 32 bytes: one block of HKDF. */
export async function labeledExpand(
  suiteId: Uint8Array,
  secret: Bytes,
  label: string,
  info: Uint8Array,
  length: number,
): Promise<Bytes> {
  const labeled = joined(inTwoBytes(length), version, suiteId, ascii(label), info);
  return (await hmac(secret, joined(labeled, Uint8Array.of(1)))).slice(0, length);
}

async function hmac(key: Bytes, bytes: Bytes): Promise<Bytes> {
  // A key of no bytes is refused, and one of zeros is the same key.
  const raw = key.length === 0 ? new Uint8Array(hashBytes) : key;
  const imported = await crypto.subtle.importKey(
    'raw',
    raw,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes));
}
