import { nativeBytes, nativeText } from './native.ts';

/** Bytes as a number, the most significant first. */
export function numberIn(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes) || '0'}`);
}

/** The number in that many bytes. Throws where it needs more. */
export function bytesOf(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16).padStart(length * 2, '0');
  if (hex.length > length * 2) throw new RangeError(`the number needs more than ${length} bytes`);
  const native = nativeBytes(hex);
  if (native !== null) return native;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1)
    bytes[at] = (digitAt(hex, at * 2) << 4) | digitAt(hex, at * 2 + 1);
  return bytes;
}

/** Of what BigInt writes: 0 to 9 and a to f. */
function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hexOf(bytes: Uint8Array): string {
  const native = nativeText(bytes, 'hex');
  if (native !== null) return native;
  let hex = '';
  for (const byte of bytes) hex += hexOfByte[byte] ?? '';
  return hex;
}

/** `base` to the 65,537 modulo the modulus: the public exponent of RSA. */
export function toPublicExponent(base: bigint, modulus: bigint): bigint {
  let power = base;
  for (let squared = 0; squared < 16; squared += 1) power = (power * power) % modulus;
  return (power * base) % modulus;
}

/** The inverses of all of them, at the cost of one (Montgomery's trick). Throws where one has none. */
export function inversesOf(values: readonly bigint[], modulus: bigint): readonly bigint[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const value of values) {
    products.push(product);
    product = (product * value) % modulus;
  }
  let inverse = inverseOf(product, modulus);
  const inverses: bigint[] = [];
  for (let at = values.length - 1; at >= 0; at -= 1) {
    inverses[at] = (inverse * (products[at] ?? 1n)) % modulus;
    inverse = (inverse * (values[at] ?? 1n)) % modulus;
  }
  return inverses;
}

function inverseOf(value: bigint, modulus: bigint): bigint {
  let [a, b] = [((value % modulus) + modulus) % modulus, modulus];
  let [x, y] = [1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  if (a !== 1n) throw new RangeError('a number has no inverse');
  return ((x % modulus) + modulus) % modulus;
}
