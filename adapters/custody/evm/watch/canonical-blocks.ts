import type { Hex } from '@interline/kernel';
import { type Block, blockHashAt } from '../rpc/blocks.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

interface Known {
  readonly head: Pick<Block, 'number' | 'hash'>;
  readonly hashes: ReadonlyMap<number, Hex>;
}

/** Heights kept of one node: more than are between a block and its final depth. */
const mostKept = 1_024;

/**
 * The canonical block hashes that each node has shown, as of one head of it. Under a later head they
 * still hold while the earlier head is canonical, which one call shows, and none where the earlier
 * head is the parent.
 */
export class CanonicalBlocks {
  readonly #known = new WeakMap<RpcNode, Known>();

  /** The block that must still be canonical for what is known to hold; null where none is asked. */
  anchorUnder(node: RpcNode, head: Block): { readonly number: number; readonly hash: Hex } | null {
    const known = this.#known.get(node);
    if (known === undefined || known.head.hash === head.hash || known.head.hash === head.parentHash)
      return null;
    return known.head.number < head.number ? known.head : null;
  }

  /** `anchorHash`: what the node has at the anchor's height; null where none was asked for. */
  under(node: RpcNode, head: Block, anchorHash: Hex | null): CanonicalView {
    const known = this.#known.get(node);
    const isKept =
      known !== undefined &&
      (known.head.hash === head.hash ||
        known.head.hash === head.parentHash ||
        (known.head.number < head.number && known.head.hash === anchorHash));
    const hashes = new Map(isKept ? known.hashes : []);
    hashes.set(head.number, head.hash);
    return {
      async of(heights) {
        const missing = [...new Set(heights)].filter(
          (height) => height < head.number && !hashes.has(height),
        );
        const found = await node.ask(missing.map(blockHashAt));
        missing.forEach((height, index) => {
          const hash = found[index] ?? null;
          if (hash !== null) hashes.set(height, hash);
        });
        return hashes;
      },
      keep: () => {
        this.#known.set(node, { head, hashes: newest(hashes) });
      },
    };
  }
}

/** Canonical hashes under one head. */
export interface CanonicalView {
  /** By height, with at most one request; a height that the node does not have is left out. */
  of(heights: readonly number[]): Promise<ReadonlyMap<number, Hex>>;
  /** For the next head. */
  keep(): void;
}

function newest(hashes: ReadonlyMap<number, Hex>): ReadonlyMap<number, Hex> {
  if (hashes.size <= mostKept) return hashes;
  const heights = [...hashes.keys()].sort((a, b) => b - a).slice(0, mostKept);
  return new Map([...hashes].filter(([height]) => height >= (heights.at(-1) ?? 0)));
}
