import { randomBytes } from 'node:crypto';

/** Of ML-KEM-768: three polynomials in 10 bits a coefficient, and one in 4. */
const modulus = 3_329;
const coefficients = 256;
const wide = { count: 3 * coefficients, bits: 10 };
const narrow = { count: coefficients, bits: 4 };

export const latticeBytes = (wide.count * wide.bits + narrow.count * narrow.bits) / 8;

/**
 * Bytes that look like an ML-KEM-768 ciphertext but are not one: coefficients drawn below the
 * modulus, compressed and packed as in FIPS 203, sections 4.2.1 and 5.2. Random bytes would not do,
 * because compression makes some values a third more frequent than others.
 */
export function latticeLikeness(): Buffer {
  return Buffer.concat([packed(wide), packed(narrow)]);
}

function packed({ count, bits }: { readonly count: number; readonly bits: number }): Buffer {
  const bytes = Buffer.alloc((count * bits) / 8);
  const draw = drawer();
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (let drawn = 0; drawn < count; drawn += 1) {
    held |= compressed(draw(), bits) << heldBits;
    heldBits += bits;
    for (; heldBits >= 8; heldBits -= 8) {
      bytes[at] = held & 0xff;
      at += 1;
      held >>>= 8;
    }
  }
  return bytes;
}

function compressed(coefficient: number, bits: number): number {
  return Math.round((coefficient * 2 ** bits) / modulus) % 2 ** bits;
}

/** Uniform below the modulus, by drawing 12 bits again where they are above it. */
function drawer(): () => number {
  let pool = randomBytes(2 * coefficients);
  let at = 0;
  return () => {
    for (;;) {
      if (at === pool.length) [pool, at] = [randomBytes(2 * coefficients), 0];
      const drawn = pool.readUInt16LE(at) & 0xfff;
      at += 2;
      if (drawn < modulus) return drawn;
    }
  };
}
