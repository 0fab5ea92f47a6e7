export type Bytes = Uint8Array<ArrayBuffer>;

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** A number in two bytes, the higher one first. */
export function inTwoBytes(value: number): Bytes {
  return Uint8Array.of(value >> 8, value & 0xff);
}

/** A run of bytes of its own. Throws where fewer are there. */
export function slice(bytes: Uint8Array, from: number, length: number): Bytes {
  const run = new Uint8Array(bytes.subarray(from, from + length));
  if (run.length !== length) throw new RangeError('what came is cut off');
  return run;
}

/** A number of two bytes, the higher one first. */
export function numberAt(bytes: Uint8Array, at: number): number {
  const [high = 0, low = 0] = slice(bytes, at, 2);
  return high * 256 + low;
}
