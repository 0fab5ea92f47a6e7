import { createHash } from 'node:crypto';

/** A node of the tree: SHA-256. */
export const hashBytes = 32;

/** The Merkle tree of RFC 6962, section 2.1. A leaf is hashed with 0x00 before it, a pair with 0x01. */
export function leafHashOf(leaf: Uint8Array): Buffer {
  return sha256(Uint8Array.of(0), leaf);
}

/** The root over the hashes of all leaves; that of no leaf is the hash of nothing. */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return Buffer.from(only);
  const split = largestPowerBelow(leaves.length);
  return nodeOf(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The audit path of the leaf, from its sibling up. */
export function inclusionProof(
  leaves: readonly Uint8Array[],
  index: number,
): readonly Uint8Array[] {
  if (index < 0 || index >= leaves.length)
    throw new RangeError(`leaf ${index} is not in a tree of ${leaves.length}`);
  if (leaves.length === 1) return [];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - split), rootOf(left)];
}

/** The audit paths of all leaves from that index on, each node of the tree hashed once. */
export function inclusionProofs(
  leaves: readonly Uint8Array[],
  from: number,
): readonly (readonly Uint8Array[])[] {
  const levels: (readonly Uint8Array[])[] = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = parentsOf(level);
  return leaves.slice(from).map((_, offset) =>
    levels.flatMap((level, height) => {
      const sibling = level[Math.floor((from + offset) / 2 ** height) ^ 1];
      return sibling === undefined ? [] : [sibling];
    }),
  );
}

/** The last one of an odd number rises as it is. */
function parentsOf(level: readonly Uint8Array[]): readonly Uint8Array[] {
  const parents: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = new Uint8Array(), right] = level.slice(at, at + 2);
    parents.push(right === undefined ? left : nodeOf(left, right));
  }
  return parents;
}

/** The proof that the tree of the first `size` leaves is the beginning of this one (section 2.1.2). */
export function consistencyProof(
  leaves: readonly Uint8Array[],
  size: number,
): readonly Uint8Array[] {
  if (size < 0 || size > leaves.length)
    throw new RangeError(`a tree of ${size} is no beginning of one of ${leaves.length}`);
  return size === 0 || size === leaves.length ? [] : subproof(leaves, size, true);
}

/** Whether the leaf stands at that index of the tree with that root (RFC 9162, section 2.1.3.2). */
export function isIncluded({
  leafHash,
  index,
  size,
  root,
  proof,
}: {
  readonly leafHash: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}): boolean {
  if (!areHashes([leafHash, root, ...proof]) || index < 0 || index >= size) return false;
  let [at, last] = [BigInt(index), BigInt(size) - 1n];
  let hash: Buffer = Buffer.from(leafHash);
  for (const sibling of proof) {
    if (last === 0n) return false;
    if (isOdd(at) || at === last) {
      hash = nodeOf(sibling, hash);
      while (!isOdd(at) && at !== 0n) [at, last] = [at >> 1n, last >> 1n];
    } else hash = nodeOf(hash, sibling);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && hash.equals(root);
}

/**
 * Whether the tree with the second root begins with the one of the first (RFC 9162, section
 * 2.1.4.2). A first size of zero proves nothing and is refused, here as in other implementations.
 */
export function isConsistent({
  from,
  to,
  proof,
}: {
  readonly from: { readonly size: number; readonly root: Uint8Array };
  readonly to: { readonly size: number; readonly root: Uint8Array };
  readonly proof: readonly Uint8Array[];
}): boolean {
  if (!areHashes([from.root, to.root, ...proof])) return false;
  if (from.size < 1 || from.size > to.size) return false;
  if (from.size === to.size) return proof.length === 0 && Buffer.from(from.root).equals(to.root);
  const path = isPowerOfTwo(from.size) ? [from.root, ...proof] : [...proof];
  const first = path.shift();
  if (first === undefined) return false;
  let [at, last] = [BigInt(from.size) - 1n, BigInt(to.size) - 1n];
  while (isOdd(at)) [at, last] = [at >> 1n, last >> 1n];
  let [older, newer]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)];
  for (const sibling of path) {
    if (last === 0n) return false;
    if (isOdd(at) || at === last) {
      [older, newer] = [nodeOf(sibling, older), nodeOf(sibling, newer)];
      while (!isOdd(at) && at !== 0n) [at, last] = [at >> 1n, last >> 1n];
    } else newer = nodeOf(newer, sibling);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && older.equals(from.root) && newer.equals(to.root);
}

function subproof(
  leaves: readonly Uint8Array[],
  size: number,
  isKnown: boolean,
): readonly Uint8Array[] {
  if (size === leaves.length) return isKnown ? [] : [rootOf(leaves)];
  const split = largestPowerBelow(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return size <= split
    ? [...subproof(left, size, isKnown), rootOf(right)]
    : [...subproof(right, size - split, false), rootOf(left)];
}

function nodeOf(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Uint8Array.of(1), left, right);
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function areHashes(all: readonly Uint8Array[]): boolean {
  return all.every(({ length }) => length === hashBytes);
}

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}

function isOdd(value: bigint): boolean {
  return (value & 1n) === 1n;
}
