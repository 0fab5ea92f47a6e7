import type { EvmAddress, Hex } from '@interline/domain';
import type { TakenSearch } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { headNumber } from '../rpc/head-block.ts';
import { readHash } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import { receiptOf } from './read-receipt.ts';
import { readTransfers, transferTopic } from './read-transfers.ts';

/** What nodes answer in one go. */
const mostBlocks = 9_999;

/** What left the account in transactions that it did not send itself, which only an allowance can do. */
export async function readTakenBetween(chain: EvmChain, search: TakenSearch, signal: AbortSignal): Promise<bigint | null> {
  return chain.client.read(async (node) => {
    const [head, first, last] = await node.ask([headNumber, receiptOf(search.first), receiptOf(search.last)]);
    if (first === null || last === null || head - last.block + 1 < chain.confirmations) return null;

    const hashes = new Set<Hex>();
    for (let from = first.block; from <= last.block; from += mostBlocks) {
      const [found] = await node.ask([transfersFrom(search, from, Math.min(last.block, from + mostBlocks - 1))]);
      for (const hash of found) hashes.add(hash);
    }
    const receipts = await node.ask([...hashes].map(receiptOf));
    return receipts.reduce((sum, receipt) => {
      if (receipt === null) throw garbage('a transfer\'s transaction has no receipt');
      return receipt.from === search.from ? sum : sum + leftIn(receipt.transfers, search);
    }, 0n);
  }, signal);
}

function leftIn(transfers: readonly { readonly token: string; readonly from: EvmAddress; readonly units: bigint }[], { token, from }: TakenSearch): bigint {
  return transfers.filter((one) => one.token === token && one.from === from).reduce((sum, one) => sum + one.units, 0n);
}

function transfersFrom({ token, from }: TakenSearch, first: number, last: number): RpcCall<readonly Hex[]> {
  const hex = (block: number): Hex => `0x${block.toString(16)}`;
  return {
    method: 'eth_getLogs',
    params: [{ address: token, fromBlock: hex(first), toBlock: hex(last), topics: [transferTopic, `0x${from.slice(2).padStart(64, '0')}`] }],
    read: (result) => readList(result).flatMap((log) => (readTransfers([log]).length === 0 ? [] : [readHash(readRecord(log).transactionHash)])),
  };
}
