import type { Hex } from '@interline/kernel';
import { readHash, readSafeNumber } from '../rpc/read-hex.ts';
import { readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage } from '../rpc/rpc-fault.ts';

/** The block that holds a transaction. */
export interface TxPlace {
  readonly hash: Hex;
  readonly block: number;
  readonly blockHash: Hex;
}

/**
 * By the node's index of transactions, which may know of one before its receipt is served; null
 * while it is in no block.
 */
export function placeOf(hash: Hex): RpcCall<TxPlace | null> {
  return {
    method: 'eth_getTransactionByHash',
    params: [hash],
    read(result) {
      if (result === null) return null;
      const tx = readRecord(result);
      if (readHash(tx.hash) !== hash.toLowerCase())
        throw garbage('a transaction is another one than asked for');
      // It waits in the pool.
      if (tx.blockNumber === null || tx.blockNumber === undefined) return null;
      return { hash, block: readSafeNumber(tx.blockNumber), blockHash: readHash(tx.blockHash) };
    },
  };
}
