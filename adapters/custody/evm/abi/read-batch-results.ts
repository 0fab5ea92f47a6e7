import type { Hex } from '@interline/kernel';

/** What became of one call of a batch. */
export interface BatchResult {
  readonly ok: boolean;
  /** Before refunds, without a transaction's base and calldata cost. */
  readonly gasUsed: bigint;
  /** At most 256 bytes of what the call returned or reverted with. */
  readonly returned: Hex;
}

/** Reads what `run` returned; null where the bytes are no such list of `count` results. */
export function readBatchResults(data: Hex, count: number): readonly BatchResult[] | null {
  const read = reader(data);
  const list = read.offset(0, 0);
  if (list === null || read.number(list) !== count) return null;

  const results: BatchResult[] = [];
  for (let index = 0; index < count; index += 1) {
    const tuple = read.offset(list + 32, list + 32 + index * 32);
    const bytes = tuple === null ? null : read.offset(tuple, tuple + 64);
    const length = bytes === null ? null : read.number(bytes);
    if (tuple === null || bytes === null || length === null) return null;
    const [ok, gasUsed, returned] = [
      read.word(tuple),
      read.word(tuple + 32),
      read.bytes(bytes + 32, length),
    ];
    if (ok === null || gasUsed === null || returned === null) return null;
    results.push({ ok: ok === 1n, gasUsed, returned });
  }
  return results;
}

function reader(data: Hex) {
  const word = (at: number): bigint | null => {
    const digits = data.slice(2 + at * 2, 66 + at * 2);
    return digits.length === 64 ? BigInt(`0x${digits}`) : null;
  };
  // Offsets and lengths come from a node, so one beyond the data must not become an unsafe integer.
  const number = (at: number): number | null => {
    const value = word(at);
    return value === null || value > BigInt(data.length) ? null : Number(value);
  };
  const offset = (base: number, at: number): number | null => {
    const value = number(at);
    return value === null ? null : base + value;
  };
  const bytes = (at: number, length: number): Hex | null => {
    const digits = data.slice(2 + at * 2, 2 + (at + length) * 2);
    return digits.length === length * 2 ? `0x${digits}` : null;
  };
  return { word, number, offset, bytes };
}
