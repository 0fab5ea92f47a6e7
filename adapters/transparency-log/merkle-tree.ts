import { hash as hashAtOnce } from 'node:crypto';

/** A node of the tree: SHA-256. */
export const hashBytes = 32;

/** The Merkle tree of RFC 6962, section 2.1. A leaf is hashed with 0x00 before it, a pair with 0x01. */
export function leafHashOf(leaf: Uint8Array): Buffer {
  return sha256(Uint8Array.of(0), leaf);
}

/** The root of the two subtrees. */
export function nodeOf(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Uint8Array.of(1), left, right);
}

/** The root of a tree without leaves: the hash of nothing. */
export function emptyRoot(): Buffer {
  return sha256();
}

/** Whether the leaf is at that index of the tree with that root (RFC 9162, section 2.1.3.2). */
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

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return hashAtOnce('sha256', Buffer.concat(parts), 'buffer');
}

function areHashes(all: readonly Uint8Array[]): boolean {
  return all.every(({ length }) => length === hashBytes);
}

function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}

function isOdd(value: bigint): boolean {
  return (value & 1n) === 1n;
}
