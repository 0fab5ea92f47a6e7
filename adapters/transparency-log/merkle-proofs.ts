import { emptyRoot } from './merkle-tree.ts';
import { largestPowerBelow, type TreeHashes } from './tree-hashes.ts';

/** The root over all leaves; that of no leaf is the hash of nothing. */
export async function rootOf(tree: TreeHashes): Promise<Uint8Array> {
  return tree.size === 0 ? emptyRoot() : tree.over(0, tree.size);
}

/** The audit path of the leaf, from its sibling up (RFC 6962, section 2.1.1). */
export async function inclusionProof(
  tree: TreeHashes,
  index: number,
): Promise<readonly Uint8Array[]> {
  if (index < 0 || index >= tree.size)
    throw new RangeError(`leaf ${index} is not in a tree of ${tree.size}`);
  const pathIn = async (start: number, end: number): Promise<readonly Uint8Array[]> => {
    if (end - start === 1) return [];
    const split = start + largestPowerBelow(end - start);
    return index < split
      ? [...(await pathIn(start, split)), await tree.over(split, end)]
      : [...(await pathIn(split, end)), await tree.over(start, split)];
  };
  return pathIn(0, tree.size);
}

/** The proof that the tree of the first `size` leaves is the beginning of this one (section 2.1.2). */
export async function consistencyProof(
  tree: TreeHashes,
  size: number,
): Promise<readonly Uint8Array[]> {
  if (size < 0 || size > tree.size)
    throw new RangeError(`a tree of ${size} is no beginning of one of ${tree.size}`);
  const proofIn = async (
    start: number,
    end: number,
    isKnown: boolean,
  ): Promise<readonly Uint8Array[]> => {
    if (size === end) return isKnown ? [] : [await tree.over(start, end)];
    const split = start + largestPowerBelow(end - start);
    return size <= split
      ? [...(await proofIn(start, split, isKnown)), await tree.over(split, end)]
      : [...(await proofIn(split, end, false)), await tree.over(start, split)];
  };
  return size === 0 ? [] : proofIn(0, tree.size, true);
}
