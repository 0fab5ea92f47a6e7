import { nativeCrypto } from './native.ts';

const hashBytes = 48;
const trailer = 0xbc;

export const saltBytes = 48;

/**
 * EMSA-PSS-ENCODE of RFC 8017, section 9.1.1, with SHA-384 and a salt of 48 bytes, for a modulus of
 * that many bits.
 */
export async function encodePss(
  message: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  modulusBits: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bits = modulusBits - 1;
  const bytes = Math.ceil(bits / 8);
  const hashed = await sha384(joined(new Uint8Array(8), await sha384(message), salt));
  const maskedBytes = bytes - hashBytes - 1;
  const encoded = new Uint8Array(bytes);
  encoded[maskedBytes - salt.length - 1] = 1;
  encoded.set(salt, maskedBytes - salt.length);
  await mask(encoded.subarray(0, maskedBytes), hashed);
  encoded[0] = (encoded[0] ?? 0) & (0xff >> (8 * bytes - bits));
  encoded.set(hashed, maskedBytes);
  encoded[bytes - 1] = trailer;
  return encoded;
}

/** Lays MGF1's mask of that seed over them, where they stand. */
async function mask(bytes: Uint8Array, seed: Uint8Array): Promise<void> {
  const counted = joined(seed, new Uint8Array(4));
  for (let start = 0; start < bytes.length; start += hashBytes) {
    counted[counted.length - 1] = start / hashBytes;
    const block = await sha384(counted);
    const end = Math.min(start + hashBytes, bytes.length);
    for (let at = start; at < end; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (block[at - start] ?? 0);
  }
}

async function sha384(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (nativeCrypto !== null) return nativeCrypto.hash('sha384', bytes, 'buffer');
  return new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
