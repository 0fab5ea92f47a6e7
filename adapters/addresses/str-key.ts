import { base32nopad } from '@scure/base';

interface StrKey {
  readonly version: number;
  readonly payload: Uint8Array;
}

/**
 * Stellar's strkey (SEP-23): base32 without padding over a version byte, the payload and CRC-16.
 * Null unless writing it again yields the very text.
 */
export function readStrKey(text: string): StrKey | null {
  // The longest, a signed payload, has 165 characters.
  if (!/^[A-Z2-7]{5,165}$/.test(text)) return null;
  const bytes = decode(text);
  if (bytes === null || bytes.length < 4) return null;
  const [version = 0] = bytes;
  const payload = bytes.slice(1, -2);
  return writeStrKey(version, payload) === text ? { version, payload } : null;
}

export function writeStrKey(version: number, payload: Uint8Array): string {
  const body = Uint8Array.from([version, ...payload]);
  const sum = crc16(body);
  return base32nopad.encode(Uint8Array.from([...body, sum & 0xff, sum >> 8]));
}

function decode(text: string): Uint8Array | null {
  try {
    return base32nopad.decode(text);
  } catch {
    return null;
  }
}

/** CRC-16/XMODEM: x^16 + x^12 + x^5 + 1 from zero. */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}
