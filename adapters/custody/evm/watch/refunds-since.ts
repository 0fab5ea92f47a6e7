import type { Arrival, RefundSearch } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { blockAt, headNumber } from '../rpc/head-block.ts';
import { receiptOf } from './read-receipt.ts';
import { blocksAtOnce, transferLogs } from './transfer-logs.ts';

/** One search: a refund that comes later than that is an operator's. */
export async function readRefundsSince(
  chain: EvmChain,
  search: RefundSearch,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  return chain.client.read(async (node) => {
    const [head, receipt] = await node.ask([headNumber, receiptOf(search.since)]);
    const last = head - chain.confirmations + 1;
    if (receipt === null || receipt.block > last) return [];
    const [logs] = await node.ask([
      transferLogs(search, Math.max(receipt.block, last - blocksAtOnce + 1), last),
    ]);
    const blocks = await node.ask(logs.map((one) => blockAt(one.block)));
    return logs
      .map(({ block: _block, ...log }, index) => ({
        ...log,
        token: search.token,
        timestampSec: blocks[index]?.timestampSec ?? 0,
      }))
      .filter((one) => one.hash !== search.since);
  }, signal);
}
