import type { Hex } from '@interline/kernel';
import { heightWord } from './block-pin.ts';
import { readHash, readQuantity, readSafeNumber } from './read-hex.ts';
import { readRecord } from './read-record.ts';
import type { RpcCall } from './rpc-call.ts';
import { garbage } from './rpc-fault.ts';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly timestampSec: number;
  /** Null on a chain without EIP-1559. */
  readonly baseFeePerGas: bigint | null;
}

export const headBlock: RpcCall<Block> = {
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
  read: readBlock,
};

/** The canonical block of that height now; a height beyond the head is a fault. */
export function blockAt(number: number): RpcCall<Block> {
  return { method: 'eth_getBlockByNumber', params: [heightWord(number), false], read: readBlock };
}

export const headNumber: RpcCall<number> = {
  method: 'eth_blockNumber',
  params: [],
  read: readSafeNumber,
};

function readBlock(result: unknown): Block {
  if (result === null) throw garbage('the node does not know its own block');
  const { number, hash, timestamp, baseFeePerGas } = readRecord(result);
  return {
    number: readSafeNumber(number),
    hash: readHash(hash),
    timestampSec: readSafeNumber(timestamp),
    baseFeePerGas:
      baseFeePerGas === undefined || baseFeePerGas === null ? null : readQuantity(baseFeePerGas),
  };
}
