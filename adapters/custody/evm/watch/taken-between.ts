import type { EvmAddress, Hex } from '@interline/kernel';
import type { TakenSearch } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { headNumber } from '../rpc/head-block.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import { receiptOf } from './read-receipt.ts';
import { blocksAtOnce, transferLogs } from './transfer-logs.ts';

/**
 * What left the account in transactions that it did not send itself, which only an allowance can
 * do.
 */
export async function readTakenBetween(
  chain: EvmChain,
  search: TakenSearch,
  signal: AbortSignal,
): Promise<bigint | null> {
  return chain.client.read(async (node) => {
    const [head, first, last] = await node.ask([
      headNumber,
      receiptOf(search.first),
      receiptOf(search.last),
    ]);
    if (first === null || last === null || head - last.block + 1 < chain.confirmations) return null;

    const hashes = new Set<Hex>();
    for (let from = first.block; from <= last.block; from += blocksAtOnce) {
      const [found] = await node.ask([
        transferLogs(
          { token: search.token, from: [search.from] },
          from,
          Math.min(last.block, from + blocksAtOnce - 1),
        ),
      ]);
      for (const { hash } of found) hashes.add(hash);
    }
    const receipts = await node.ask([...hashes].map(receiptOf));
    return receipts.reduce((sum, receipt) => {
      if (receipt === null) throw garbage("a transfer's transaction has no receipt");
      return receipt.from === search.from ? sum : sum + leftIn(receipt.transfers, search);
    }, 0n);
  }, signal);
}

function leftIn(
  transfers: readonly {
    readonly token: string;
    readonly from: EvmAddress;
    readonly units: bigint;
  }[],
  { token, from }: TakenSearch,
): bigint {
  return transfers
    .filter((one) => one.token === token && one.from === from)
    .reduce((sum, one) => sum + one.units, 0n);
}
