const [lanes, rounds, rateBytes] = [25, 24, 136];
const mask = (1n << 64n) - 1n;

/** Where each lane goes, and how far it is turned, in the order in which they follow one another. */
const moves = (() => {
  const found: { readonly to: number; readonly by: bigint }[] = [];
  let [x, y] = [1, 0];
  for (let at = 0; at < 24; at += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    found.push({ to: x + 5 * y, by: BigInt((((at + 1) * (at + 2)) / 2) % 64) });
  }
  return found;
})();

const roundConstants = (() => {
  let bits = 1;
  return Array.from({ length: rounds }, () => {
    let constant = 0n;
    for (let at = 0; at < 7; at += 1) {
      if ((bits & 1) === 1) constant |= 1n << BigInt(2 ** at - 1);
      bits = (bits << 1) ^ ((bits >> 7) * 0x171);
    }
    return constant;
  });
})();

/** Keccak-256 as Ethereum has it. Slow and small: a wallet for play money hashes a few words. */
export function keccak(text: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(text.length / rateBytes) + 1) * rateBytes);
  padded.set(text);
  padded[text.length] = 1;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  const words = new DataView(padded.buffer);
  let state = Array.from({ length: lanes }, () => 0n);
  for (let block = 0; block < padded.length; block += rateBytes) {
    state = permuted(
      state.map((lane, at) =>
        at < rateBytes / 8 ? lane ^ words.getBigUint64(block + 8 * at, true) : lane,
      ),
    );
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 4; at += 1) digest.setBigUint64(8 * at, state[at] ?? 0n, true);
  return new Uint8Array(digest.buffer);
}

function permuted(given: readonly bigint[]): bigint[] {
  let state = [...given];
  const at = (place: number): bigint => state[place] ?? 0n;
  for (const constant of roundConstants) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20),
    );
    const parity = columns.map(
      (_, x) => (columns[(x + 4) % 5] ?? 0n) ^ turned(columns[(x + 1) % 5] ?? 0n, 1n),
    );
    state = state.map((lane, place) => lane ^ (parity[place % 5] ?? 0n));
    let carried = at(1);
    for (const { to, by } of moves) {
      const next = at(to);
      state[to] = turned(carried, by);
      carried = next;
    }
    state = state.map((lane, place) => {
      const row = place - (place % 5);
      return lane ^ (~at(row + ((place + 1) % 5)) & mask & at(row + ((place + 2) % 5)));
    });
    state[0] = at(0) ^ constant;
  }
  return state;
}

function turned(lane: bigint, by: bigint): bigint {
  return ((lane << by) | (lane >> (64n - by))) & mask;
}
