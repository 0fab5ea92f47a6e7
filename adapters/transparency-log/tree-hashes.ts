import type { LogTile, LogTree } from '@interline/ports';
import { hashBytes, nodeOf } from './merkle-tree.ts';

/** Hashes of one tile, and how many levels of the tree one stands for (c2sp.org/tlog-tiles). */
const tileWidth = 256;
const tileHeight = 8;
const tileBytes = tileWidth * hashBytes;

/** The hashes of a tree, each worked out at most once. */
export interface TreeHashes {
  readonly size: number;
  /** Over the leaves from `start` up to `end`, a subtree of the whole. */
  over(start: number, end: number): Promise<Uint8Array>;
}

type Pair = (left: Uint8Array, right: Uint8Array) => Buffer;

/**
 * Out of a tree's tiles: two tiles a level are read at most for a root or a proof, and no leaf.
 * Throws where a tile that the tree's size asks for is not kept.
 */
export function treeHashes(tree: LogTree, pair: Pair = nodeOf): TreeHashes {
  const tiles = new Map<string, Promise<OpenTile>>();
  const overEdge = new Map<string, Promise<Uint8Array>>();
  const tileOf = (level: number, place: number): Promise<OpenTile> =>
    kept(tiles, `${level}/${place}`, async () => {
      const hashes = await tree.readTile(level, place);
      if (hashes === null) throw new Error(`the log has no tile ${level}/${place}`);
      return openTile(Buffer.from(hashes, 'base64'), pair);
    });
  const over = async (start: number, end: number): Promise<Uint8Array> => {
    const split = start + largestPowerBelow(end - start);
    const height = Math.log2(end - start);
    if (!Number.isInteger(height))
      return kept(overEdge, `${start}-${end}`, async () =>
        pair(await over(start, split), await over(split, end)),
      );
    const level = Math.floor(height / tileHeight);
    const first = start / 2 ** (level * tileHeight);
    const tile = await tileOf(level, Math.floor(first / tileWidth));
    return tile.over(first % tileWidth, 2 ** (height % tileHeight));
  };
  return { size: tree.size, over };
}

/**
 * The tiles that are new or fuller with these leaves behind the tree's: reads the last tile of each
 * level that grows, and hashes each new subtree once.
 */
export async function tilesWith(
  tree: LogTree,
  leafHashes: readonly Uint8Array[],
  pair: Pair = nodeOf,
): Promise<readonly LogTile[]> {
  const grown: LogTile[] = [];
  let [before, added] = [tree.size, leafHashes];
  for (let level = 0; added.length > 0; level += 1) {
    const first = Math.floor(before / tileWidth);
    const all = Buffer.concat([await lastTile(tree, level, before), ...added]);
    const roots: Uint8Array[] = [];
    for (let at = 0; at * tileBytes < all.length; at += 1) {
      const hashes = all.subarray(at * tileBytes, (at + 1) * tileBytes);
      const width = hashes.length / hashBytes;
      grown.push({ level, place: first + at, width, hashes: hashes.toString('base64') });
      if (width === tileWidth) roots.push(openTile(hashes, pair).over(0, tileWidth));
    }
    [before, added] = [first, roots];
  }
  return grown;
}

/** The tree of leaves that are all at hand. */
export function treeOf(leafHashes: readonly Uint8Array[]): LogTree {
  let made: Promise<readonly LogTile[]> | null = null;
  return {
    size: leafHashes.length,
    async readTile(level, place) {
      made ??= tilesWith({ size: 0, readTile: async () => null }, leafHashes);
      const tile = (await made).find((one) => one.level === level && one.place === place);
      return tile?.hashes ?? null;
    },
  };
}

export function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** What the tile has that so many hashes of its level begin in; others may have made it fuller. */
async function lastTile(tree: LogTree, level: number, hashes: number): Promise<Uint8Array> {
  const width = hashes % tileWidth;
  if (width === 0) return Buffer.alloc(0);
  const known = await tree.readTile(level, Math.floor(hashes / tileWidth));
  const bytes = Buffer.from(known ?? '', 'base64').subarray(0, width * hashBytes);
  if (bytes.length < width * hashBytes)
    throw new Error(`a tile of the log's level ${level} has less than ${width} hashes`);
  return bytes;
}

interface OpenTile {
  /** Over so many of its hashes, a power of two, from that one on. */
  over(first: number, count: number): Uint8Array;
}

function openTile(hashes: Uint8Array, pair: Pair): OpenTile {
  const known = new Map<number, Uint8Array>();
  const over = (first: number, count: number): Uint8Array => {
    if (count === 1) {
      if (hashes.length < (first + 1) * hashBytes)
        throw new Error(`a tile of the log has no hash ${first}`);
      return hashes.subarray(first * hashBytes, (first + 1) * hashBytes);
    }
    const name = first * 2 * tileWidth + count;
    const hash =
      known.get(name) ?? pair(over(first, count / 2), over(first + count / 2, count / 2));
    known.set(name, hash);
    return hash;
  };
  return { over };
}

function kept<T>(all: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = all.get(name) ?? make();
  all.set(name, known);
  return known;
}
