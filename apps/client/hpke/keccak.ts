import type { Bytes } from './bytes.ts';

const stateBytes = 200;
/** Bytes that are taken in, or given out, between two permutations, at a capacity of 512 bits. */
const rate = 136;

/** FIPS 202. Browsers that have ML-KEM have no SHA-3 yet. */
export function sha3of256(bytes: Uint8Array): Bytes {
  return sponge(bytes, 0x06, 32);
}

/** The hash of Ethereum, from before FIPS 202 was final. */
export function keccak256(bytes: Uint8Array): Bytes {
  return sponge(bytes, 0x01, 32);
}

/** SHAKE256 of FIPS 202. */
export function shake256(bytes: Uint8Array, length: number): Bytes {
  return sponge(bytes, 0x1f, length);
}

/** No branch and no index depends on what is hashed, for that is secret. */
function sponge(bytes: Uint8Array, suffix: number, length: number): Bytes {
  const padded = new Uint8Array((Math.floor(bytes.length / rate) + 1) * rate);
  padded.set(bytes);
  padded[bytes.length] = suffix;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const state = new DataView(new ArrayBuffer(stateBytes));
  for (let from = 0; from < padded.length; from += rate) {
    for (let at = 0; at < rate; at += 1)
      state.setUint8(at, state.getUint8(at) ^ (padded[from + at] ?? 0));
    permute(state);
  }
  const out = new Uint8Array(length);
  for (let from = 0; from < length; from += rate) {
    if (from > 0) permute(state);
    const left = Math.min(rate, length - from);
    out.set(new Uint8Array(state.buffer, 0, left), from);
  }
  return out;
}

const constants = roundConstants();
const walk = rotations();

/** Keccak-f[1600]: 25 lanes of 64 bits, as halves of 32, the lower one first. */
function permute(state: DataView): void {
  const lanes = Uint32Array.from({ length: 50 }, (_, at) => state.getUint32(at * 4, true));
  const lane = (at: number): number => lanes[at] ?? 0;
  for (const [low, high] of constants) {
    mixColumns(lanes);
    let [carriedLow, carriedHigh] = [lane(2), lane(3)];
    for (const { to, by } of walk) {
      const [keptLow, keptHigh] = [lane(to), lane(to + 1)];
      lanes[to] = rotated(carriedLow, carriedHigh, by);
      lanes[to + 1] = rotated(carriedHigh, carriedLow, by);
      [carriedLow, carriedHigh] = [keptLow, keptHigh];
    }
    for (let row = 0; row < 50; row += 10) {
      const before = lanes.slice(row, row + 10);
      for (let at = 0; at < 10; at += 1)
        lanes[row + at] =
          (before[at] ?? 0) ^ (~(before[(at + 2) % 10] ?? 0) & (before[(at + 4) % 10] ?? 0));
    }
    lanes[0] = lane(0) ^ low;
    lanes[1] = lane(1) ^ high;
  }
  lanes.forEach((half, at) => state.setUint32(at * 4, half, true));
}

/** Theta. */
function mixColumns(lanes: Uint32Array): void {
  const parity = Uint32Array.from({ length: 10 }, (_, column) =>
    [0, 10, 20, 30, 40].reduce((sum, row) => sum ^ (lanes[row + column] ?? 0), 0),
  );
  for (let column = 0; column < 10; column += 2) {
    const [left, right] = [(column + 8) % 10, (column + 2) % 10];
    for (const half of [0, 1]) {
      const own = parity[right + half] ?? 0;
      const other = parity[right + 1 - half] ?? 0;
      const mixed = (parity[left + half] ?? 0) ^ rotated(own, other, 1);
      for (let row = 0; row < 50; row += 10)
        lanes[row + column + half] = (lanes[row + column + half] ?? 0) ^ mixed;
    }
  }
}

/** One half of a lane that is turned left by that many bits; `other` is its other half. */
function rotated(own: number, other: number, by: number): number {
  const [from, into] = by < 32 ? [own, other] : [other, own];
  const bits = by % 32;
  return bits === 0 ? from : (from << bits) | (into >>> (32 - bits));
}

/** Rho and pi: where each lane goes, and how far it is turned. */
function rotations(): readonly { readonly to: number; readonly by: number }[] {
  let [x, y] = [1, 0];
  return Array.from({ length: 24 }, (_, step) => {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { to: 2 * (x + 5 * y), by: (((step + 1) * (step + 2)) / 2) % 64 };
  });
}

/** Iota: bits out of a shift register, FIPS 202, section 3.2.5. */
function roundConstants(): readonly (readonly [number, number])[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    const halves: [number, number] = [0, 0];
    for (let power = 0; power < 7; power += 1) {
      const place = 2 ** power - 1;
      if ((register & 1) === 1) halves[place < 32 ? 0 : 1] |= 1 << (place % 32);
      register = (register << 1) ^ ((register & 0x80) === 0 ? 0 : 0x171);
    }
    return halves;
  });
}
