import type { EvmAddress } from '@interline/kernel';
import { readAddress, readHash } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';

/** `GroupFailed(uint256 indexed index)` of the batch executor. */
const groupFailedTopic = '0x367912d5010f837163939edffa0307726e7a7fab99256483f6ac2b697b9998ca';

/**
 * Said by the account itself: a contract that was called can say the same words under its own
 * address only.
 */
export function readFailedGroups(logs: unknown, account: EvmAddress): readonly number[] {
  return readList(logs).flatMap((log) => {
    const { address, topics } = readRecord(log);
    const [topic, index, ...more] = readList(topics).map(readHash);
    return topic === groupFailedTopic &&
      index !== undefined &&
      more.length === 0 &&
      readAddress(address) === account
      ? [Number(BigInt(index))]
      : [];
  });
}
