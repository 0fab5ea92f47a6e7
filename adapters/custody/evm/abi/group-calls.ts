import type { Hex } from '@interline/kernel';
import type { BatchCall } from './executor-calls.ts';
import { addressWord, bytesWords, calldata, word } from './words.ts';

export interface CallGroup {
  /** The most it may burn. */
  readonly gasCap: bigint;
  readonly calls: readonly BatchCall[];
}

/** `runGroups(...)` of the batch executor. */
export function runGroupsCall(groups: readonly CallGroup[]): Hex {
  return calldata(
    '0x59c62fbe',
    word(0x20n),
    listWords(
      groups.map(
        ({ gasCap, calls }) => word(gasCap) + word(0x40n) + listWords(calls.map(moveWords)),
      ),
    ),
  );
}

function moveWords({ to, valueWei, data }: BatchCall): string {
  return addressWord(to) + word(valueWei) + word(0x60n) + bytesWords(data);
}

/** Length, an offset for each item, and the items. */
function listWords(items: readonly string[]): string {
  const offsets: string[] = [];
  let offset = BigInt(items.length * 32);
  for (const item of items) {
    offsets.push(word(offset));
    offset += BigInt(item.length / 2);
  }
  return word(BigInt(items.length)) + offsets.join('') + items.join('');
}
