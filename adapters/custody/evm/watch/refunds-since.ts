import type { EvmAddress, Hex } from '@interline/domain';
import type { Arrival, RefundSearch } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { blockAt, headNumber } from '../rpc/head-block.ts';
import { readHash, readSafeNumber } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { receiptOf } from './read-receipt.ts';
import { readTransfers, transferTopic } from './read-transfers.ts';

/** What nodes answer in one go; a refund that comes later than that is an operator's. */
const mostBlocks = 9_999;

export async function readRefundsSince(chain: EvmChain, search: RefundSearch, signal: AbortSignal): Promise<readonly Arrival[]> {
  return chain.client.read(async (node) => {
    const [head, receipt] = await node.ask([headNumber, receiptOf(search.since)]);
    const last = head - chain.confirmations + 1;
    if (receipt === null || receipt.block > last) return [];
    const [logs] = await node.ask([transfersTo(search, Math.max(receipt.block, last - mostBlocks), last)]);
    const blocks = await node.ask(logs.map((one) => blockAt(one.block)));
    return logs
      .map(({ block: _block, ...log }, index) => ({ ...log, timestampSec: blocks[index]?.timestampSec ?? 0 }))
      .filter((one) => one.hash !== search.since && search.from.includes(one.from) && one.to === search.to && one.token === search.token);
  }, signal);
}

interface TransferLog {
  readonly hash: Hex;
  readonly block: number;
  readonly token: EvmAddress;
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly units: bigint;
  readonly logIndex: number;
}

function transfersTo({ token, to, from }: RefundSearch, first: number, last: number): RpcCall<readonly TransferLog[]> {
  const hex = (block: number): Hex => `0x${block.toString(16)}`;
  const word = (address: EvmAddress): Hex => `0x${address.slice(2).padStart(64, '0')}`;
  return {
    method: 'eth_getLogs',
    params: [{ address: token, fromBlock: hex(first), toBlock: hex(last), topics: [transferTopic, from.map(word), word(to)] }],
    read: (result) => readList(result).flatMap((log) => {
      const { transactionHash, blockNumber } = readRecord(log);
      return readTransfers([log]).map((transfer) => ({ ...transfer, token: transfer.token as EvmAddress, hash: readHash(transactionHash), block: readSafeNumber(blockNumber) })); // CAST: a log's address, read as one.
    }),
  };
}
