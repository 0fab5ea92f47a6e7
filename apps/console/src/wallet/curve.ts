/** A point of secp256k1; null is the one at infinity. */
type Point = readonly [x: bigint, y: bigint] | null;

const p = 2n ** 256n - 2n ** 32n - 977n;
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const base: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];

/**
 * ECDSA over secp256k1 in a few lines, for keys of play money alone: how long it takes tells of the key. A
 * library that hides that is five times as large. What it makes is held against ethers, bit for bit.
 */
export function publicPoint(key: Uint8Array): Uint8Array {
  const point = times(numberOf(key), base);
  if (point === null) throw new RangeError('no key is zero');
  return bytesOf(point);
}

/** By the number of RFC 6979 that is used once. Ends in the byte by which the signer's point is found again. */
export async function sign(digest: Uint8Array, key: Uint8Array): Promise<Uint8Array> {
  const [secret, hash] = [numberOf(key), numberOf(digest)];
  const once = await onceOf(digest, key);
  const point = times(once, base);
  const r = mod(point?.[0] ?? 0n, n);
  const s = mod(inverse(once, n) * mod(hash + r * secret, n), n);
  if (point === null || r === 0n || s === 0n) throw new RangeError('this digest is not signed');
  const isHigh = s > n / 2n;
  const parity = Number(point[1] & 1n) ^ Number(isHigh);
  return Uint8Array.of(...bytesOf([r, isHigh ? n - s : s]), 27 + parity);
}

export function randomKey(): Uint8Array {
  for (;;) {
    const key = crypto.getRandomValues(new Uint8Array(32));
    if (isScalar(numberOf(key))) return key;
  }
}

async function onceOf(digest: Uint8Array, key: Uint8Array): Promise<bigint> {
  const reduced = bytesOf([mod(numberOf(digest), n)]);
  let [v, k] = [new Uint8Array(32).fill(1), new Uint8Array(32)];
  const mix = async (...parts: readonly (readonly number[])[]): Promise<void> => {
    k = await hmac(k, [...v, ...parts.flat()]);
    v = await hmac(k, [...v]);
  };
  await mix([0], [...key], [...reduced]);
  await mix([1], [...key], [...reduced]);
  for (;;) {
    v = await hmac(k, [...v]);
    const once = numberOf(v);
    if (isScalar(once)) return once;
    await mix([0]);
  }
}

async function hmac(
  key: Uint8Array<ArrayBuffer>,
  text: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', key, how, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', secret, Uint8Array.from(text)));
}

function times(factor: bigint, point: Point): Point {
  let [sum, power]: [Point, Point] = [null, point];
  for (let left = factor; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) sum = plus(sum, power);
    power = plus(power, power);
  }
  return sum;
}

function plus(a: Point, b: Point): Point {
  if (a === null) return b;
  if (b === null) return a;
  const isSame = a[0] === b[0];
  if (isSame && a[1] !== b[1]) return null;
  const slope = isSame
    ? 3n * a[0] * a[0] * inverse(2n * a[1], p)
    : (b[1] - a[1]) * inverse(b[0] - a[0], p);
  const x = mod(slope * slope - a[0] - b[0], p);
  return [x, mod(slope * (a[0] - x) - a[1], p)];
}

function inverse(value: bigint, of: bigint): bigint {
  let [a, b, x, y] = [mod(value, of), of, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
  }
  return mod(x, of);
}

function mod(value: bigint, of: bigint): bigint {
  const rest = value % of;
  return rest < 0n ? rest + of : rest;
}

function isScalar(value: bigint): boolean {
  return value > 0n && value < n;
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Of 32 bytes each. */
function bytesOf(values: readonly bigint[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) =>
      Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * (31 - at))) & 255n)),
    ),
  );
}
