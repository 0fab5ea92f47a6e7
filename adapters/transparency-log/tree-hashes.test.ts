import type { LogTile, LogTree } from '@interline/ports';
import { expect } from 'chai';
import * as proofs from './merkle-proofs.ts';
import { isConsistent, isIncluded, leafHashOf, nodeOf } from './merkle-tree.ts';
import * as whole from './testing/whole-tree.ts';
import { tilesWith, treeHashes, treeOf } from './tree-hashes.ts';

describe('a tree out of tiles', () => {
  const many = leavesOf(100_000);
  const kept = keptTiles();
  const treeAt = (size: number): LogTree => kept.treeAt(size);
  before(async () => kept.keep(await tilesWith(treeAt(0), many)));

  it('has the roots and the proofs of the whole tree, for every size up to 600', async () => {
    const leaves = many.slice(0, 600);
    for (let size = 0; size <= leaves.length; size += 1) {
      const all = leaves.slice(0, size);
      const tree = treeHashes(treeAt(size));
      expect(textOf(await proofs.rootOf(tree)), `${size}`).to.equal(textOf(whole.rootOf(all)));
      for (const at of someBelow(size)) {
        const [path, beginning] = [
          await proofs.inclusionProof(tree, at),
          await proofs.consistencyProof(tree, at + 1),
        ];
        expect([path.map(textOf), beginning.map(textOf)], `${at} of ${size}`).to.deep.equal([
          whole.inclusionProof(all, at).map(textOf),
          whole.consistencyProof(all, at + 1).map(textOf),
        ]);
      }
    }
  });

  it('proves leaves and beginnings of larger trees, of drawn sizes', async () => {
    for (const size of [65_536, 65_537, 66_000 + below(34_000)]) {
      const tree = treeHashes(treeAt(size));
      const root = await proofs.rootOf(tree);
      expect(textOf(root), `${size}`).to.equal(textOf(whole.rootOf(many.slice(0, size))));
      const from = { size: 1 + below(size), root: Buffer.alloc(0) };
      from.root = Buffer.from(await proofs.rootOf(treeHashes(treeAt(from.size))));
      const proof = await proofs.consistencyProof(tree, from.size);
      expect(isConsistent({ from, to: { size, root }, proof }), `${from.size}`).to.equal(true);
      for (const index of [0, size - 1, below(size), below(size)]) {
        const path = await proofs.inclusionProof(tree, index);
        const leafHash = many[index] ?? Buffer.alloc(0);
        expect(isIncluded({ leafHash, index, size, root, proof: path })).to.equal(true);
      }
    }
  });

  it('has the same tiles in whatever pieces it grew, and the trees that it had on the way', async () => {
    const leaves = many.slice(0, 1_500);
    const grown = keptTiles();
    const sizes: number[] = [];
    for (let size = 0; size < leaves.length;) {
      const end = Math.min(leaves.length, size + 1 + below(300));
      await grown.keep(await tilesWith(grown.treeAt(size), leaves.slice(size, end)));
      size = end;
      sizes.push(size);
    }
    const atOnce = keptTiles();
    await atOnce.keep(await tilesWith(atOnce.treeAt(0), leaves));

    expect(grown.all()).to.deep.equal(atOnce.all());
    for (const size of sizes)
      expect(textOf(await proofs.rootOf(treeHashes(grown.treeAt(size))))).to.equal(
        textOf(whole.rootOf(leaves.slice(0, size))),
      );
  });

  it('grows on from a tree that another process has made larger meanwhile', async () => {
    const leaves = many.slice(0, 700);
    const own = keptTiles();
    await own.keep(await tilesWith(own.treeAt(0), leaves.slice(0, 300)));
    await own.keep(await tilesWith(own.treeAt(300), leaves.slice(300)));
    const larger = own.all();
    const late = await tilesWith(own.treeAt(300), leaves.slice(300, 400));
    await own.keep(late);

    expect(late.map(({ level, place, width }) => [level, place, width])).to.deep.equal([
      [0, 1, 144],
    ]);
    expect(own.all()).to.deep.equal(larger);
  });

  it('reads two tiles a level at most and hashes so many times the logarithm, at any size', async () => {
    const over: string[] = [];
    for (const size of [1_000, 10_000, 65_535, 65_536, 100_000]) {
      const levels = Math.ceil(Math.log2(size) / 8);
      for (const [name, work] of Object.entries(worksOn(size))) {
        const counted = { reads: 0, hashes: 0 };
        await work(countedTree(treeAt(size), counted), countedPair(counted));
        if (counted.reads > 2 * levels || counted.hashes > 64 * Math.log2(size))
          over.push(`${name} of ${size}: ${counted.reads} tiles, ${counted.hashes} hashes`);
      }
    }

    expect(over).to.deep.equal([]);
  });

  it('is missing no tile in silence', async () => {
    const tree = treeHashes({ size: 300, readTile: async () => null });
    const short = treeHashes({ size: 300, readTile: async () => 'AAAA' });

    expect(await proofs.rootOf(tree).catch(String)).to.match(/has no tile 0\/1|has no tile 1\/0/);
    expect(await proofs.rootOf(short).catch(String)).to.match(/has no hash/);
    expect(
      await tilesWith({ size: 3, readTile: async () => 'AAAA' }, leavesOf(1)).catch(String),
    ).to.match(/less than 3 hashes/);
  });

  it('is made of leaves at hand as of tiles that are kept', async () => {
    const leaves = many.slice(0, 300);
    const tree = treeHashes(treeOf(leaves));

    expect([tree.size, textOf(await proofs.rootOf(tree))]).to.deep.equal([
      300,
      textOf(whole.rootOf(leaves)),
    ]);
    expect(await proofs.inclusionProof(tree, 300).catch(String)).to.match(/not in a tree of 300/);
    expect(await proofs.consistencyProof(tree, 301).catch(String)).to.match(/no beginning/);
  });
});

type Work = (tree: LogTree, pair: typeof nodeOf) => Promise<unknown>;

/** What a row that is anchored costs: the tree grows, its root, what witnesses get, and the path. */
function worksOn(size: number): Readonly<Record<string, Work>> {
  return {
    'growing by one': (tree, pair) => tilesWith(tree, leavesOf(1), pair),
    'the root': (tree, pair) => proofs.rootOf(treeHashes(tree, pair)),
    'the path of the last leaf': (tree, pair) =>
      proofs.inclusionProof(treeHashes(tree, pair), size - 1),
    'the proof from a third': (tree, pair) =>
      proofs.consistencyProof(treeHashes(tree, pair), Math.floor(size / 3)),
  };
}

interface Counted {
  reads: number;
  hashes: number;
}

function countedTree(tree: LogTree, counted: Counted): LogTree {
  return {
    size: tree.size,
    readTile(level, place) {
      counted.reads += 1;
      return tree.readTile(level, place);
    },
  };
}

function countedPair(counted: Counted): typeof nodeOf {
  return (left, right) => {
    counted.hashes += 1;
    return nodeOf(left, right);
  };
}

/** A store of tiles that keeps the fuller one, as every store does. */
function keptTiles() {
  const tiles = new Map<string, LogTile>();
  return {
    async keep(some: readonly LogTile[]): Promise<void> {
      for (const tile of some) {
        const name = `${tile.level}/${tile.place}`;
        if (tile.width > (tiles.get(name)?.width ?? 0)) tiles.set(name, tile);
      }
    },
    treeAt: (size: number): LogTree => ({
      size,
      readTile: async (level, place) => tiles.get(`${level}/${place}`)?.hashes ?? null,
    }),
    all: () => new Map([...tiles].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function someBelow(size: number): readonly number[] {
  if (size === 0) return [];
  return size % 16 < 2 ? [0, size - 1, below(size)] : [below(size)];
}

let drawn = 7;
function below(most: number): number {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return drawn % most;
}

function leavesOf(count: number): readonly Buffer[] {
  return Array.from({ length: count }, (_, at) => leafHashOf(Buffer.from(`leaf ${at}`)));
}

function textOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}
