/** Of ML-KEM-768: three polynomials in 10 bits a coefficient, and one in 4. */
const modulus = 3_329;
const coefficients = 256;
const wide = { count: 3 * coefficients, bits: 10 };
const narrow = { count: coefficients, bits: 4 };

export const latticeBytes = (wide.count * wide.bits + narrow.count * narrow.bits) / 8;

/**
 * Bytes that look like a ciphertext of ML-KEM-768 and are none: coefficients drawn below the modulus,
 * compressed and packed as FIPS 203 does it, sections 4.2.1 and 5.2. Random bytes would not do:
 * compression makes some values a third more frequent than others.
 */
export function latticeLikeness(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(latticeBytes);
  const wideBytes = (wide.count * wide.bits) / 8;
  pack(bytes.subarray(0, wideBytes), wide.bits);
  pack(bytes.subarray(wideBytes), narrow.bits);
  return bytes;
}

function pack(bytes: Uint8Array, bits: number): void {
  const draw = drawer();
  let held = 0;
  let heldBits = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    for (; heldBits < 8; heldBits += bits) held |= compressed(draw(), bits) << heldBits;
    bytes[at] = held & 0xff;
    held >>>= 8;
    heldBits -= 8;
  }
}

function compressed(coefficient: number, bits: number): number {
  return Math.round((coefficient * 2 ** bits) / modulus) % 2 ** bits;
}

/** Uniform below the modulus, by drawing 12 bits again where they are above it. */
function drawer(): () => number {
  const pool = new Uint16Array(coefficients);
  let at = pool.length;
  return () => {
    for (;;) {
      if (at === pool.length) {
        crypto.getRandomValues(pool);
        at = 0;
      }
      const drawn = (pool[at] ?? 0) & 0xfff;
      at += 1;
      if (drawn < modulus) return drawn;
    }
  };
}
