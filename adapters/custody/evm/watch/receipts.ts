import type { EvmAddress, Hex } from '@interline/kernel';
import { isDeepStrictEqual } from 'node:util';
import type { TransferSeen } from '@interline/ports';
import type { RpcCall } from '../rpc/json-rpc.ts';
import {
  readAddress,
  readHash,
  readList,
  readQuantity,
  readRecord,
  readSafeNumber,
} from '../rpc/read-fields.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import { minedTx, type TxPlace } from '../rpc/on-chain-tx.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { readTransfers } from './transfers.ts';

export interface ChainReceipt {
  readonly hash: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly isSuccess: boolean;
  readonly gasUsed: bigint;
  /** All that inclusion cost. */
  readonly gasCostWei: bigint;
  /** The same without what a rollup charges for posting, which not every node shows. */
  readonly executionWei: bigint;
  readonly from: EvmAddress;
  /** Null where the transaction created a contract. */
  readonly to: EvmAddress | null;
  readonly transfers: readonly TransferSeen[];
  /** Groups of the sender's multicall that did not happen. */
  readonly failedGroups: readonly number[];
}

/**
 * Null while the node has the transaction in no block. A receipt of another transaction is a fault.
 */
export function receiptOf(hash: Hex): RpcCall<ChainReceipt | null> {
  return {
    method: 'eth_getTransactionReceipt',
    params: [hash],
    read: (result) => (result === null ? null : readReceipt(result, hash)),
  };
}

/** Whether two nodes show that a transaction ended alike; what it cost does not count. */
export function isSameEnd(one: ChainReceipt, other: ChainReceipt): boolean {
  return isDeepStrictEqual(endOf(one), endOf(other));
}

/** Whether they show that it cost the same, but for what a rollup charges for posting. */
export function isSameCost(one: ChainReceipt, other: ChainReceipt): boolean {
  return one.gasUsed === other.gasUsed && one.executionWei === other.executionWei;
}

function endOf(receipt: ChainReceipt) {
  const { hash, from, block, blockHash, isSuccess, transfers, failedGroups } = receipt;
  return { hash, from, block, blockHash, isSuccess, transfers, failedGroups };
}

function readReceipt(result: unknown, asked: Hex): ChainReceipt {
  const receipt = readRecord(result);
  const hash = readHash(receipt.transactionHash);
  if (hash !== asked.toLowerCase())
    throw garbage('a receipt is of another transaction than asked for');
  const isSuccess = readStatus(receipt.status);
  const gasUsed = readQuantity(receipt.gasUsed);
  const executionWei = gasUsed * readQuantity(receipt.effectiveGasPrice);
  return {
    hash,
    block: readSafeNumber(receipt.blockNumber),
    blockHash: readHash(receipt.blockHash),
    isSuccess,
    gasUsed,
    gasCostWei: executionWei + l1Fee(receipt.l1Fee),
    executionWei,
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

/** `GroupFailed(uint256 indexed index)` of the batch executor. */
const groupFailedTopic = '0x367912d5010f837163939edffa0307726e7a7fab99256483f6ac2b697b9998ca';

/**
 * Only the account's own events count: a contract that was called can emit the same event, but
 * under its own address.
 */
function readFailedGroups(logs: unknown, account: EvmAddress): readonly number[] {
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

/** The block that holds the transaction; null while it is in none. */
export function placeOf(hash: Hex): RpcCall<TxPlace | null> {
  return minedTx(hash, (_tx, place) => place);
}

const mostKept = 4_096;

/** The native coin that transactions carry. The hash commits to the value, so each is read once. */
export class CoinValues {
  readonly #kept = new Map<Hex, bigint>();

  async of(hashes: readonly Hex[], node: RpcNode): Promise<ReadonlyMap<Hex, bigint>> {
    const unknown = hashes.filter((hash) => !this.#kept.has(hash));
    const values = await node.ask(unknown.map(valueOf));
    unknown.forEach((hash, index) => {
      this.#keep(hash, values[index] ?? 0n);
    });
    return new Map(hashes.map((hash) => [hash, this.#kept.get(hash) ?? 0n]));
  }

  #keep(hash: Hex, value: bigint): void {
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= mostKept && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(hash, value);
  }
}

function valueOf(hash: Hex): RpcCall<bigint> {
  return {
    method: 'eth_getTransactionByHash',
    params: [hash],
    read(result) {
      if (result === null)
        throw new RpcFault('inconsistent', 'a mined transaction is unknown to its node');
      const tx = readRecord(result);
      if (readHash(tx.hash) !== hash) throw garbage('a transaction is another one than asked for');
      return readQuantity(tx.value);
    },
  };
}
