/** What is owed for one route. */
export interface OwedLeaf {
  readonly routeId: string;
  readonly units: bigint;
  /** 32 bytes in hex, so that a leaf cannot be found by trying amounts. */
  readonly salt: string;
}

/** A subtree's hash, in hex, and the sum of all that is owed below it. */
export interface SumNode {
  readonly hash: string;
  readonly units: bigint;
}

/**
 * Makes Merkle trees whose nodes carry sums: filled up with leaves of nothing to a power of two, at least
 * 256. Rejects with a RangeError where a sum would not fit into 256 bits.
 */
export interface LiabilityTrees {
  /** Hashes them all, and lets other work in between. */
  treeOf(leaves: readonly OwedLeaf[]): Promise<LiabilityTree>;
}

export interface LiabilityTree {
  readonly root: SumNode;
  /** The siblings of the leaf at that place, from the lowest up. Throws a RangeError where there is none. */
  pathOf(place: number): readonly SumNode[];
}
