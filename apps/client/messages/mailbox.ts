import { hasHybrid, hybrid, type Kem, x25519 } from '../hpke/index.ts';
import { base64Of, bytesInBase64 } from '../passes/blind.ts';

/** A key to write to and to read with. */
export interface Mailbox {
  /** The public key in base64: what others write to. It names nobody, but the same one twice is the same reader. */
  readonly address: string;
  /** Opens what is written to the address: 32 bytes in base64. Show it to nobody. */
  readonly secret: string;
}

/** A new one: MLKEM768-X25519 where this runtime has it, else X25519. */
export async function createMailbox(): Promise<Mailbox> {
  const { publicKey, secret } = await ((await hasHybrid()) ? hybrid : x25519).createKey();
  return { address: base64Of(publicKey), secret: base64Of(secret) };
}

/** What seals to an address of that length. Throws where it is none. */
export function kemOf(publicKey: Uint8Array): Kem {
  const kem = [x25519, hybrid].find(({ publicBytes }) => publicBytes === publicKey.length);
  if (kem === undefined)
    throw new RangeError(
      `an address has ${x25519.publicBytes} or ${hybrid.publicBytes} bytes; this one has ${publicKey.length}`,
    );
  return kem;
}

/** The bytes of an address. Throws where it is none. */
export function keyInAddress(address: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(address)) throw new RangeError('an address is base64');
  const key = bytesInBase64(address);
  kemOf(key);
  return key;
}

/** The day of UTC, as `2026-11-23`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Where what is written to an address lies on a day: 12 bits of SHA-256. */
export async function bucketOf(address: string, day: string): Promise<number> {
  const key = keyInAddress(address);
  const text = new TextEncoder().encode(day);
  const named = new Uint8Array(key.length + text.length);
  named.set(key);
  named.set(text, key.length);
  const [first = 0, second = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
  return (first << 4) | (second >> 4);
}
