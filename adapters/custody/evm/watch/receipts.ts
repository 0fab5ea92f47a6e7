import type { Address, TxHash } from '@interline/kernel';
import { isDeepStrictEqual } from 'node:util';
import type { TransferSeen, WatchedForm } from '@interline/ports';
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
import { readTransfers } from './transfers.ts';

export interface ChainReceipt {
  readonly hash: TxHash;
  readonly block: number;
  readonly blockHash: string;
  readonly isSuccess: boolean;
  readonly gasUsed: bigint;
  /** Total cost of inclusion. */
  readonly gasCost: bigint;
  /** The cost without a rollup's posting fee. */
  readonly executionWei: bigint;
  /** What a rollup charged for posting; null where the node does not show it. */
  readonly postingWei: bigint | null;
  readonly from: Address;
  readonly transfers: readonly TransferSeen[];
  /** Groups of the sender's multicall that failed. */
  readonly failedGroups: readonly number[];
}

/**
 * Null while the node has the transaction in no block. A receipt of another transaction is a fault.
 */
export function receiptOf(hash: TxHash): RpcCall<ChainReceipt | null> {
  return {
    method: 'eth_getTransactionReceipt',
    params: [hash],
    isSizedByGas: true,
    read: (result) => (result === null ? null : readReceipt(result, hash)),
  };
}

/** The same for our own bytes. A receipt with an impossible cost is a fault too. */
export function receiptOfForm({ hash, tx }: WatchedForm): RpcCall<ChainReceipt | null> {
  return {
    ...receiptOf(hash),
    read(result) {
      const receipt = result === null ? null : readReceipt(result, hash);
      if (receipt !== null && !isPossibleCost(receipt, tx))
        throw new RpcFault('impossible', 'a receipt shows a cost that its transaction cannot have');
      return receipt;
    },
  };
}

/** Whether two nodes show that a transaction ended alike, at any cost. */
export function isSameEnd(one: ChainReceipt, other: ChainReceipt): boolean {
  return isDeepStrictEqual(endOf(one), endOf(other));
}

/**
 * Whether two nodes show the same end and the same cost. If one shows no posting fee, the other's
 * counts.
 */
export function isSameReceipt(one: ChainReceipt, other: ChainReceipt): boolean {
  const isSamePosting =
    one.postingWei === null || other.postingWei === null || one.postingWei === other.postingWei;
  return (
    isSameEnd(one, other) &&
    one.gasUsed === other.gasUsed &&
    one.executionWei === other.executionWei &&
    isSamePosting
  );
}

function endOf(receipt: ChainReceipt) {
  const { hash, from, block, blockHash, isSuccess, transfers, failedGroups } = receipt;
  return { hash, from, block, blockHash, isSuccess, transfers, failedGroups };
}

function readReceipt(result: unknown, asked: TxHash): ChainReceipt {
  const receipt = readRecord(result);
  const hash = readHash(receipt.transactionHash);
  if (hash !== asked.toLowerCase())
    throw garbage('a receipt is of another transaction than asked for');
  const isSuccess = readStatus(receipt.status);
  const gasUsed = readQuantity(receipt.gasUsed);
  const executionWei = gasUsed * readQuantity(receipt.effectiveGasPrice);
  const postingWei = readPosting(receipt.l1Fee);
  return {
    hash,
    block: readSafeNumber(receipt.blockNumber),
    blockHash: readHash(receipt.blockHash),
    isSuccess,
    gasUsed,
    gasCost: executionWei + (postingWei ?? 0n),
    executionWei,
    postingWei,
    from: readAddress(receipt.from),
    transfers: isSuccess ? readTransfers(receipt.logs) : [],
    failedGroups: isSuccess ? readFailedGroups(receipt.logs, readAddress(receipt.from)) : [],
  };
}

/**
 * No block takes more gas or a higher price than was signed for, or takes gas free of charge where
 * a tip was signed.
 */
function isPossibleCost(
  { gasUsed, executionWei }: ChainReceipt,
  { gasLimit, maxFeeRate, tip }: WatchedForm['tx'],
): boolean {
  return (
    gasUsed <= gasLimit && executionWei <= gasUsed * maxFeeRate && (executionWei > 0n || tip === 0n)
  );
}

function readStatus(status: unknown): boolean {
  const read = readQuantity(status);
  if (read > 1n) throw garbage("a receipt's status is neither 0 nor 1");
  return read === 1n;
}

// OP-stack chains charge for posting the data in addition to gas.
function readPosting(fee: unknown): bigint | null {
  return fee === undefined || fee === null ? null : readQuantity(fee);
}

/** `GroupFailed(uint256 indexed index)` of the batch executor. */
const groupFailedTopic = '0x367912d5010f837163939edffa0307726e7a7fab99256483f6ac2b697b9998ca';

/**
 * Only the account's own events count. A called contract can emit the same event, but under its own
 * address.
 */
function readFailedGroups(logs: unknown, account: Address): readonly number[] {
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

/** The block that holds the transaction; null while no block does. */
export function placeOf(hash: TxHash): RpcCall<TxPlace | null> {
  return minedTx(hash, (_tx, place) => place);
}
