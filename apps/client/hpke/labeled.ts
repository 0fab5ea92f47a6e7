import { utf8, type Bytes, inTwoBytes, joined } from './bytes.ts';

const hashBytes = 32;
const version = utf8('HPKE-v1');

/** HKDF-SHA256, RFC 5869. */
export function extract(salt: Bytes, material: Uint8Array): Promise<Bytes> {
  return hmac(salt, joined(material));
}

/** Up to 32 bytes: one block. */
export async function expand(secret: Bytes, info: Uint8Array, length: number): Promise<Bytes> {
  if (length > hashBytes) throw new RangeError('one block is all that is ever needed here');
  return (await hmac(secret, joined(info, Uint8Array.of(1)))).slice(0, length);
}

/** LabeledExtract of RFC 9180, section 4. */
export function labeledExtract(
  suiteId: Uint8Array,
  salt: Bytes,
  label: string,
  material: Uint8Array,
): Promise<Bytes> {
  return extract(salt, joined(version, suiteId, utf8(label), material));
}

/** LabeledExpand of the same. */
export function labeledExpand(
  suiteId: Uint8Array,
  secret: Bytes,
  label: string,
  info: Uint8Array,
  length: number,
): Promise<Bytes> {
  return expand(secret, joined(inTwoBytes(length), version, suiteId, utf8(label), info), length);
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
