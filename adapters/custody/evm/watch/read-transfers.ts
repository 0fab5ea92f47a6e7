import type { EvmAddress } from '@interline/kernel';
import type { TransferSeen } from '@interline/ports';
import { readAddress, readData, readHash, readSafeNumber } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The ERC-20 transfers of a receipt; those of NFTs share the topic and have one more. */
export function readTransfers(logs: unknown): readonly TransferSeen[] {
  return readList(logs).flatMap((log) => readTransfer(log));
}

function readTransfer(log: unknown): readonly TransferSeen[] {
  const { address, topics, data, logIndex, removed } = readRecord(log);
  const [topic, from, to, ...more] = readList(topics).map(readHash);
  const value = readData(data);
  if (
    topic !== transferTopic ||
    from === undefined ||
    to === undefined ||
    more.length > 0 ||
    value.length !== 66
  )
    return [];
  // A log of a block that a reorg took away proves nothing.
  if (removed === true) return [];
  return [
    {
      token: readAddress(address),
      from: addressIn(from),
      to: addressIn(to),
      units: BigInt(value),
      logIndex: readSafeNumber(logIndex),
    },
  ];
}

function addressIn(topic: string): EvmAddress {
  return readAddress(`0x${topic.slice(26)}`);
}
