import { base58, createBase58check } from '@scure/base';
import { createHash } from 'node:crypto';

const base58Check = createBase58check((bytes: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(bytes).digest()),
);

/** The payload behind the four checksum bytes, or which of the two tests the text fails. */
export function readBase58Check(text: string): Uint8Array | 'alphabet' | 'checksum' {
  const whole = readBase58(text);
  if (whole === null) return 'alphabet';
  try {
    return base58Check.decode(text);
  } catch {
    return 'checksum';
  }
}

/** Null where a character is not of the alphabet, which lacks 0, O, I and l. */
export function readBase58(text: string): Uint8Array | null {
  // The time to decode grows with the square of the length.
  if (text.length === 0 || text.length > longest) return null;
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}

/** More than any address or key of the families that are read here. */
const longest = 128;
