import type { LiabilityTrees, OwedLeaf, SumNode } from '@interline/ports';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

const fewestLeaves = 256;
const mostUnits = 2n ** 256n - 1n;

/**
 * A node hashes both sums of its children: one that hashed their total alone could be given another
 * left or right, and a payer's amount with it.
 */
export const sumTrees: LiabilityTrees = {
  async treeOf(leaves) {
    const levels = await levelsOf(leaves);
    const [root = nothing] = levels.at(-1) ?? [];
    return {
      root,
      pathOf(place) {
        if (place < 0 || place >= leaves.length)
          throw new RangeError(`leaf ${place} is not in a tree of ${leaves.length}`);
        return levels.slice(0, -1).map((level, height) => level[(place >> height) ^ 1] ?? nothing);
      },
    };
  },
};

/** Hashed before other work has its turn: a millisecond or two. */
const nodesATurn = 256;

/** From the leaves up to the root. */
async function levelsOf(leaves: readonly OwedLeaf[]): Promise<readonly (readonly SumNode[])[]> {
  const width = Math.max(fewestLeaves, 2 ** Math.ceil(Math.log2(Math.max(1, leaves.length))));
  const lowest: SumNode[] = await eachOf(width, (at) => {
    const leaf = leaves[at];
    return leaf === undefined ? nothing : leafOf(leaf);
  });
  const levels = [lowest];
  for (let below = lowest; below.length > 1;) {
    const children = below;
    below = await eachOf(children.length / 2, (at) =>
      nodeOf(children[2 * at] ?? nothing, children[2 * at + 1] ?? nothing),
    );
    levels.push(below);
  }
  return levels;
}

async function eachOf(count: number, nodeAt: (at: number) => SumNode): Promise<SumNode[]> {
  const nodes: SumNode[] = [];
  for (let at = 0; at < count; at += 1) {
    if (at > 0 && at % nodesATurn === 0) await nextTurn();
    nodes.push(nodeAt(at));
  }
  return nodes;
}

function leafOf({ routeId, units, salt }: OwedLeaf): SumNode {
  const hash = hashOf([0], Buffer.from(salt, 'hex'), Buffer.from(routeId), unitsIn(units));
  return { hash, units };
}

function nodeOf(left: SumNode, right: SumNode): SumNode {
  const [one, other] = [left, right].map(({ hash, units }) =>
    Buffer.concat([Buffer.from(hash, 'hex'), unitsIn(units)]),
  );
  const units = left.units + right.units;
  if (units > mostUnits) throw new RangeError('a sum of liabilities does not fit into 256 bits');
  return { hash: hashOf([1], one ?? Buffer.alloc(0), other ?? Buffer.alloc(0)), units };
}

function unitsIn(units: bigint): Buffer {
  if (units < 0n || units > mostUnits)
    throw new RangeError('what is owed is not a whole number of 256 bits');
  return Buffer.from(units.toString(16).padStart(64, '0'), 'hex');
}

function hashOf(tag: readonly [number], ...parts: readonly Buffer[]): string {
  return createHash('sha256')
    .update(Buffer.concat([Uint8Array.from(tag), ...parts]))
    .digest('hex');
}

const nothing = leafOf({ routeId: '', units: 0n, salt: '00'.repeat(32) });
