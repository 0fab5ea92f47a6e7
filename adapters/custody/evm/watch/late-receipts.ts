import type { Hex } from '@interline/kernel';
import type { EvmChain } from '../evm-chain.ts';
import type { Block } from '../rpc/head-block.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { blockHashAt } from './full-block.ts';
import { type ChainReceipt, receiptOf } from './read-receipt.ts';
import { placeOf, type TxPlace } from './tx-place.ts';

export interface LateReceipts {
  /** Served by another node. */
  readonly receipts: ReadonlyMap<Hex, ChainReceipt>;
  /** Transactions that are in a block, without a receipt from any node. */
  readonly owed: ReadonlySet<Hex>;
}

/**
 * Of transactions whose slot is taken while the node that is read serves no receipt: receipts may
 * lag behind state by seconds. Counts only what lies in a block of the chain that is read. A node
 * that fails here is left out.
 */
export async function lateReceipts(
  chain: EvmChain,
  reader: RpcNode,
  head: Block,
  hashes: readonly Hex[],
  signal: AbortSignal,
): Promise<LateReceipts> {
  const others = chain.client.nodes.filter((node) => node !== reader && !node.isResting);
  const [places, ...told] = await Promise.all([
    reader.ask(hashes.map(placeOf)),
    ...others.map((other) => chain.client.tryOne(other, (node) => bothOf(node, hashes), signal)),
  ]);
  const said = [...told.flatMap((one) => one ?? []), { receipts: [], places }];
  const canonical = await canonicalHashes(
    reader,
    head,
    said.flatMap((one) => [...one.receipts, ...one.places]),
  );
  const isInChain = (one: TxPlace | null): boolean =>
    one !== null && canonical.get(one.block) === one.blockHash;

  const receipts = new Map(
    said
      .flatMap((one) => one.receipts)
      .filter((one) => one !== null)
      .filter(isInChain)
      .map((one) => [one.hash, one]),
  );
  const owed = said
    .flatMap((one) => one.places)
    .filter((one) => one !== null)
    .filter(isInChain)
    .map((one) => one.hash);
  return { receipts, owed: new Set(owed) };
}

interface Said {
  readonly receipts: readonly (ChainReceipt | null)[];
  readonly places: readonly (TxPlace | null)[];
}

async function bothOf(node: RpcNode, hashes: readonly Hex[]): Promise<Said> {
  const [receipts, places] = await Promise.all([
    node.ask(hashes.map(receiptOf)),
    node.ask(hashes.map(placeOf)),
  ]);
  return { receipts, places };
}

/** By height, up to the head that is read. */
async function canonicalHashes(
  reader: RpcNode,
  head: Block,
  places: readonly (TxPlace | null)[],
): Promise<ReadonlyMap<number, Hex | null>> {
  const heights = [
    ...new Set(
      places.flatMap((one) => (one !== null && one.block < head.number ? [one.block] : [])),
    ),
  ];
  const hashes = await reader.ask(heights.map(blockHashAt));
  return new Map([
    ...heights.map((height, index) => [height, hashes[index] ?? null] as const),
    [head.number, head.hash],
  ]);
}
