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
  const maskBytes = bytes - hashBytes - 1;
  const data = new Uint8Array(maskBytes);
  data[maskBytes - salt.length - 1] = 1;
  data.set(salt, maskBytes - salt.length);
  const mask = await mgf1(hashed, maskBytes);
  const masked = data.map((byte, at) => byte ^ (mask[at] ?? 0));
  masked[0] = (masked[0] ?? 0) & (0xff >> (8 * bytes - bits));
  return joined(masked, hashed, Uint8Array.of(trailer));
}

async function mgf1(
  seed: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = Array.from({ length: Math.ceil(length / hashBytes) }, (_, counter) =>
    sha384(joined(seed, Uint8Array.of(0, 0, 0, counter))),
  );
  return joined(...(await Promise.all(parts))).slice(0, length);
}

async function sha384(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (nativeCrypto !== null) return new Uint8Array(nativeCrypto.hash('sha384', bytes, 'buffer'));
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
