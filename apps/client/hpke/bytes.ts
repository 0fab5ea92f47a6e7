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

export function ascii(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** A number in two bytes, the higher one first. */
export function inTwoBytes(value: number): Bytes {
  return Uint8Array.of(value >> 8, value & 0xff);
}
