/** The field of secp256k1 (SEC 2). */
const p = 2n ** 256n - 2n ** 32n - 977n;

/**
 * Whether the bytes are the key of a Taproot output: 32 bytes that are the x of a point of the
 * curve (`lift_x` of BIP-340). Computed here, because loading a curve library takes longer than
 * reading an address.
 */
export function isXOnlyKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const x = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  // Euler's criterion: x^3 + 7 is a square.
  return x < p && power((x * x * x + 7n) % p, (p - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square, left] = [1n, base, exponent];
  while (left > 0n) {
    if ((left & 1n) === 1n) result = (result * square) % p;
    square = (square * square) % p;
    left >>= 1n;
  }
  return result;
}
