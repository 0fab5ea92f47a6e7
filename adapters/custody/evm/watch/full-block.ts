import type { EvmAddress, Hex } from '@interline/kernel';
import { heightWord } from '../rpc/block-pin.ts';
import { readAddress, readHash, readSafeNumber } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';

export interface FullBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly txs: readonly {
    readonly hash: Hex;
    readonly from: EvmAddress;
    readonly nonce: number;
  }[];
}

/** The canonical block of that height now, with its transactions; null beyond the head. */
export function fullBlock(number: number): RpcCall<FullBlock | null> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(number), true],
    read(result) {
      if (result === null) return null;
      const block = readRecord(result);
      const txs = readList(block.transactions).map(readRecord);
      return {
        number: readSafeNumber(block.number),
        hash: readHash(block.hash),
        txs: txs.map(({ hash, from, nonce }) => ({
          hash: readHash(hash),
          from: readAddress(from),
          nonce: readSafeNumber(nonce),
        })),
      };
    },
  };
}

/** The hash of the canonical block of that height now; null beyond the head. */
export function blockHashAt(number: number): RpcCall<Hex | null> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(number), false],
    read: (result) => (result === null ? null : readHash(readRecord(result).hash)),
  };
}
