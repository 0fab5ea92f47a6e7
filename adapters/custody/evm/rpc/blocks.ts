import type { Hex, TxHash } from '@interline/kernel';
import type { RpcCall } from './json-rpc.ts';
import { type OnChainTx, readOnChainTx } from './on-chain-tx.ts';
import { readHash, readList, readQuantity, readRecord, readSafeNumber } from './read-fields.ts';
import { garbage, RpcFault } from './rpc-fault.ts';

export interface Block {
  readonly number: number;
  readonly hash: TxHash;
  readonly parentHash: Hex;
  readonly timestampSec: number;
  /** Null on a chain without EIP-1559. */
  readonly baseFeePerGas: bigint | null;
}

export const headBlock: RpcCall<Block> = {
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
  read: readBlock,
  isShared: true,
};

/**
 * The canonical block at that height. Above the head it is read again, because one backend of a
 * provider may be a block behind the one that answered before.
 */
export function blockAt(number: number): RpcCall<Block> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(number), false],
    read(result) {
      if (result === null)
        throw new RpcFault('inconsistent', 'the node does not know a block below its head');
      return readBlock(result);
    },
  };
}

export const headNumber: RpcCall<number> = {
  method: 'eth_blockNumber',
  params: [],
  read: readSafeNumber,
  isShared: true,
};

function readBlock(result: unknown): Block {
  if (result === null) throw garbage('the node does not know its own block');
  const { number, hash, parentHash, timestamp, baseFeePerGas } = readRecord(result);
  return {
    number: readSafeNumber(number),
    hash: readHash(hash),
    parentHash: readHash(parentHash),
    timestampSec: readSafeNumber(timestamp),
    baseFeePerGas:
      baseFeePerGas === undefined || baseFeePerGas === null ? null : readQuantity(baseFeePerGas),
  };
}

export interface FullBlock {
  readonly number: number;
  readonly hash: TxHash;
  readonly txs: readonly OnChainTx[];
}

/** The canonical block at that height with its transactions; null above the head. */
export function fullBlock(number: number): RpcCall<FullBlock | null> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(number), true],
    read(result) {
      if (result === null) return null;
      const block = readRecord(result);
      return {
        number: readSafeNumber(block.number),
        hash: readHash(block.hash),
        txs: readList(block.transactions).map(readOnChainTx),
      };
    },
  };
}

/**
 * One transaction of the canonical block at that height now, as `read` reads it; null where there
 * is none.
 */
export function txInFullBlock<T>(
  number: number,
  hash: TxHash,
  read: (tx: unknown) => T,
): RpcCall<T | null> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(number), true],
    read(result) {
      const txs = result === null ? [] : readList(readRecord(result).transactions);
      const tx = txs.find((one) => readHash(readRecord(one).hash) === hash);
      return tx === undefined ? null : read(tx);
    },
  };
}

/** The hash of the canonical block at that height; null above the head. */
export function blockHashAt(number: number): RpcCall<Hex | null> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(number), false],
    read: (result) => (result === null ? null : readHash(readRecord(result).hash)),
  };
}

/** A block's height in JSON-RPC form. */
export function heightWord(block: number): Hex {
  return `0x${block.toString(16)}`;
}
