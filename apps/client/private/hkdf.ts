import { type Bytes, joined, text, uint16 } from './bytes.ts';

/** HKDF-SHA256 as HPKE uses it: every step is bound to what it is for. */
export interface LabelledHash {
  extract(salt: Bytes, label: string, secret: Bytes): Promise<Bytes>;
  expand(prk: Bytes, label: string, info: Bytes, length: number): Promise<Bytes>;
}

const version = text('HPKE-v1');
const hashBytes = 32;

export function labelled(suite: Bytes): LabelledHash {
  return {
    extract: (salt, label, secret) => extract(salt, joined(version, suite, text(label), secret)),
    expand: (prk, label, info, length) =>
      expand(prk, joined(uint16(length), version, suite, text(label), info), length),
  };
}

/** RFC 5869. */
export function extract(salt: Bytes, secret: Bytes): Promise<Bytes> {
  // An empty key is as good as one of zeros, and some runtimes refuse the former.
  return hmac(salt.length === 0 ? new Uint8Array(hashBytes) : salt, secret);
}

export async function expand(prk: Bytes, info: Bytes, length: number): Promise<Bytes> {
  if (length > hashBytes) throw new RangeError('one block is all that is ever needed here');
  return (await hmac(prk, joined(info, Uint8Array.of(1)))).slice(0, length);
}

async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data));
}
