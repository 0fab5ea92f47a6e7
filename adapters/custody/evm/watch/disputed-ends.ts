import { isDeepStrictEqual } from 'node:util';
import type { Hex } from '@interline/kernel';
import type { EvmChain } from '../evm-chain.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type ChainReceipt, receiptOf } from './read-receipt.ts';

/** What the node that is read has served. */
interface OwnReceipts {
  readonly node: RpcNode;
  readonly receipts: ReadonlyMap<Hex, ChainReceipt>;
}

/**
 * Of receipts that would have something done again or given up, those that not every configured
 * node shows alike: one alone never says that money did not move. A node that does not answer
 * disputes them all.
 */
export async function disputedEnds(
  { client }: Pick<EvmChain, 'client'>,
  { node: reader, receipts: own }: OwnReceipts,
  receipts: readonly ChainReceipt[],
  signal: AbortSignal,
): Promise<ReadonlySet<Hex>> {
  if (receipts.length === 0) return new Set();
  const others = client.nodes.filter((node) => node !== reader);
  const hashes = receipts.map(({ hash }) => hash);
  const told = await Promise.all(
    others.map(async (other) =>
      other.isResting
        ? null
        : client.tryOne(other, (node) => node.ask(hashes.map(receiptOf)), signal),
    ),
  );
  const isAgreed = (receipt: ChainReceipt, index: number): boolean =>
    [own.get(receipt.hash), ...told.map((one) => one?.[index])].every(
      (one) => one != null && isDeepStrictEqual(endOf(one), endOf(receipt)),
    );
  return new Set(receipts.filter((one, index) => !isAgreed(one, index)).map(({ hash }) => hash));
}

function endOf({ blockHash, isSuccess, transfers, failedGroups }: ChainReceipt) {
  return { blockHash, isSuccess, transfers, failedGroups };
}
