import { type Block, blockHashAt } from '../rpc/blocks.ts';
import type { TxPlace } from '../rpc/on-chain-tx.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

interface Known {
  readonly head: Pick<Block, 'number' | 'hash'>;
  readonly hashes: ReadonlyMap<number, string>;
}

/** Heights kept per node: more than lie between a block and its final depth. */
const mostKept = 1_024;

/**
 * New receipts are above the head that was read before, so this many blocks are requested at once.
 */
const gapAtMost = 8;

/**
 * The canonical block hashes that each node has shown, as of one of its heads. They hold under a
 * later head while the earlier head is canonical. The blocks in between prove that; if they are
 * many, the one block at its height does.
 */
export class CanonicalBlocks {
  readonly #known = new WeakMap<RpcNode, Known>();

  /** The heights whose blocks `under` needs; none if the head is the same or the next one. */
  neededUnder(node: RpcNode, head: Block): readonly number[] {
    const known = this.#known.get(node);
    const gap = known === undefined ? 0 : head.number - known.head.number;
    if (known === undefined || gap <= 1) return [];
    return gap > gapAtMost
      ? [known.head.number]
      : Array.from({ length: gap - 1 }, (_, index) => known.head.number + 1 + index);
  }

  /** `blocks`: the node's blocks at the needed heights, in order. */
  under(node: RpcNode, head: Block, blocks: readonly Block[]): CanonicalView {
    const known = this.#known.get(node);
    const isKept =
      known !== undefined &&
      [...blocks, head].some(
        (one) =>
          one.hash === known.head.hash ||
          (one.parentHash === known.head.hash && one.number === known.head.number + 1),
      );
    const hashes = new Map(isKept ? known.hashes : []);
    for (const one of [...blocks, head]) hashes.set(one.number, one.hash);
    return {
      async of(places) {
        const doubted = [
          ...new Set(
            places
              .filter(({ block, blockHash }) => hashes.get(block) !== blockHash)
              .map(({ block }) => block)
              .filter((height) => height < head.number),
          ),
        ];
        const found = await node.ask(doubted.map(blockHashAt));
        const shown = new Map(hashes);
        doubted.forEach((height, index) => {
          const hash = found[index] ?? null;
          if (hash !== null) shown.set(height, hash);
        });
        for (const { block, blockHash } of places)
          if (shown.get(block) === blockHash) hashes.set(block, blockHash);
        return shown;
      },
      keep: () => {
        this.#known.set(node, { head, hashes: newest(hashes) });
      },
    };
  }
}

/** Canonical hashes under one head. */
export interface CanonicalView {
  /**
   * Canonical hashes by height, with at most one request for blocks that are new or differ from
   * what is known. A block that still differs is not kept: one URL may hide a node on another fork,
   * and its one answer must not hide a transaction for as long as the block is remembered.
   */
  of(places: readonly Pick<TxPlace, 'block' | 'blockHash'>[]): Promise<ReadonlyMap<number, string>>;
  /** Keeps the hashes for the next head. */
  keep(): void;
}

function newest(hashes: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  if (hashes.size <= mostKept) return hashes;
  const heights = [...hashes.keys()].sort((a, b) => b - a).slice(0, mostKept);
  return new Map([...hashes].filter(([height]) => height >= (heights.at(-1) ?? 0)));
}
