import type { Hex } from '@interline/kernel';
import { isDeepStrictEqual } from 'node:util';
import type { EvmChain } from '../evm-chain.ts';
import { type Block, blockHashAt } from '../rpc/blocks.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type ChainReceipt, placeOf, receiptOf, type TxPlace } from './receipts.ts';

interface LateReceipts {
  /** Served by another node. */
  readonly receipts: ReadonlyMap<Hex, ChainReceipt>;
  /** Transactions that are in a block, without a receipt from any node. */
  readonly owed: ReadonlySet<Hex>;
}

/**
 * Searches the other nodes for transactions whose slot is taken while the node that is read serves
 * no receipt: receipts may lag behind state by seconds. Only what lies in a block of the chain that
 * is read counts. A node that fails here is left out.
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

/** Canonical block hashes by height, up to the head that is read. */
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

/** The receipts that the node that is read has served. */
interface OwnReceipts {
  readonly node: RpcNode;
  readonly receipts: ReadonlyMap<Hex, ChainReceipt>;
}

/**
 * Receipts that would make us repeat or abandon something, and that not every configured node shows
 * alike: no node alone proves that money did not move. A node that does not answer disputes them
 * all.
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
