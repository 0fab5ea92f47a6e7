import { joined } from '../pss.ts';

/** The root of RFC 6962's tree over these texts, base64. */
export async function merkleRoot(leaves: readonly string[]): Promise<string> {
  return btoa(
    String.fromCharCode(...(await rootOf(await Promise.all(leaves.map((leaf) => leafHash(leaf)))))),
  );
}

export function leafHash(leaf: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof leaf === 'string' ? new TextEncoder().encode(leaf) : leaf;
  return sha256(joined(Uint8Array.of(0), bytes));
}

/**
 * The root of the tree of that size which has the leaf at that index, by the leaf's audit path from
 * its sibling up; null where the path is not as long as that tree is high there.
 */
export async function rootAbove(
  leaf: Uint8Array<ArrayBuffer>,
  {
    index,
    size,
    path,
  }: {
    readonly index: number;
    readonly size: number;
    readonly path: readonly Uint8Array<ArrayBuffer>[];
  },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const sibling = path.at(-1);
  if (size === 1 || sibling === undefined) return size === 1 && path.length === 0 ? leaf : null;
  const split = largestPowerBelow(size);
  const isLeft = index < split;
  const below = await rootAbove(leaf, {
    index: isLeft ? index : index - split,
    size: isLeft ? split : size - split,
    path: path.slice(0, -1),
  });
  if (below === null) return null;
  return isLeft ? nodeOf(below, sibling) : nodeOf(sibling, below);
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function rootOf(
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>> {
  const [only] = hashes;
  if (only === undefined) return sha256(new Uint8Array());
  if (hashes.length === 1) return only;
  const split = largestPowerBelow(hashes.length);
  const [left, right] = await Promise.all([
    rootOf(hashes.slice(0, split)),
    rootOf(hashes.slice(split)),
  ]);
  return nodeOf(left, right);
}

function nodeOf(
  left: Uint8Array<ArrayBuffer>,
  right: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return sha256(joined(Uint8Array.of(1), left, right));
}

/** Where a tree of two leaves or more is split. */
function largestPowerBelow(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
