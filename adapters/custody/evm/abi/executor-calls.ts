import type { EvmAddress, Hex } from '@interline/kernel';
import { addressWord, bytesWords, calldata, word } from './words.ts';

export interface BatchCall {
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly valueWei: bigint;
  /** The most it may burn; all that is left where omitted. */
  readonly gasCap?: bigint;
}

/** `run(...)` of the batch executor. */
export function runCall(calls: readonly BatchCall[]): Hex {
  const tuples = calls.map(
    ({ to, data, valueWei, gasCap = 0n }) =>
      addressWord(to) + word(valueWei) + word(gasCap) + word(0x80n) + bytesWords(data),
  );
  const offsets: string[] = [];
  let offset = BigInt(calls.length * 32);
  for (const tuple of tuples) {
    offsets.push(word(offset));
    offset += BigInt(tuple.length / 2);
  }
  return calldata('0xf775c354', word(0x20n), word(BigInt(calls.length)), ...offsets, ...tuples);
}
