import type { EvmAddress, Hex } from '@interline/kernel';
import type { TransferSeen } from '@interline/ports';
import { readAddress, readHash, readQuantity, readSafeNumber } from '../rpc/read-hex.ts';
import { readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import { readFailedGroups } from './read-failed-groups.ts';
import { readTransfers } from './read-transfers.ts';

export interface ChainReceipt {
  readonly hash: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly isSuccess: boolean;
  readonly gasCostWei: bigint;
  readonly from: EvmAddress;
  /** Null where the transaction created a contract. */
  readonly to: EvmAddress | null;
  readonly transfers: readonly TransferSeen[];
  /** Groups of a batch of its sender's that did not happen. */
  readonly failedGroups: readonly number[];
}

/**
 * Null while the node has the transaction in no block. A receipt of another transaction is garbage.
 */
export function receiptOf(hash: Hex): RpcCall<ChainReceipt | null> {
  return {
    method: 'eth_getTransactionReceipt',
    params: [hash],
    read: (result) => (result === null ? null : readReceipt(result, hash)),
  };
}

function readReceipt(result: unknown, asked: Hex): ChainReceipt {
  const receipt = readRecord(result);
  const hash = readHash(receipt.transactionHash);
  if (hash !== asked.toLowerCase())
    throw garbage('a receipt is of another transaction than asked for');
  const isSuccess = readStatus(receipt.status);
  return {
    hash,
    block: readSafeNumber(receipt.blockNumber),
    blockHash: readHash(receipt.blockHash),
    isSuccess,
    gasCostWei:
      readQuantity(receipt.gasUsed) * readQuantity(receipt.effectiveGasPrice) +
      l1Fee(receipt.l1Fee),
    from: readAddress(receipt.from),
    to: receipt.to === null || receipt.to === undefined ? null : readAddress(receipt.to),
    transfers: isSuccess ? readTransfers(receipt.logs) : [],
    failedGroups: isSuccess ? readFailedGroups(receipt.logs, readAddress(receipt.from)) : [],
  };
}

function readStatus(status: unknown): boolean {
  const read = readQuantity(status);
  if (read > 1n) throw garbage("a receipt's status is neither 0 nor 1");
  return read === 1n;
}

// OP-stack chains charge the posting of the data beside the gas.
function l1Fee(fee: unknown): bigint {
  return fee === undefined || fee === null ? 0n : readQuantity(fee);
}
