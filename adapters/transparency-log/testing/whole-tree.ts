import { emptyRoot, nodeOf } from '../merkle-tree.ts';

/** RFC 6962, section 2.1, word by word, over all leaves: what the tree out of tiles is held against. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return emptyRoot();
  if (leaves.length === 1) return only;
  const [left, right] = halves(leaves);
  return nodeOf(rootOf(left), rootOf(right));
}

export function inclusionProof(
  leaves: readonly Uint8Array[],
  index: number,
): readonly Uint8Array[] {
  if (leaves.length === 1) return [];
  const [left, right] = halves(leaves);
  return index < left.length
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - left.length), rootOf(left)];
}

export function consistencyProof(
  leaves: readonly Uint8Array[],
  size: number,
): readonly Uint8Array[] {
  return size === 0 ? [] : subproof(leaves, size, true);
}

function subproof(
  leaves: readonly Uint8Array[],
  size: number,
  isKnown: boolean,
): readonly Uint8Array[] {
  if (size === leaves.length) return isKnown ? [] : [rootOf(leaves)];
  const [left, right] = halves(leaves);
  return size <= left.length
    ? [...subproof(left, size, isKnown), rootOf(right)]
    : [...subproof(right, size - left.length, false), rootOf(left)];
}

/** The left one is as long as the largest power of two below the whole. */
function halves(
  leaves: readonly Uint8Array[],
): readonly [left: readonly Uint8Array[], right: readonly Uint8Array[]] {
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return [leaves.slice(0, split), leaves.slice(split)];
}
