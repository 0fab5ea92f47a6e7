/** The debt for one route. */
export interface OwedLeaf {
  readonly routeId: string;
  readonly units: bigint;
  /** 32 bytes in hex, so that a leaf cannot be found by trying amounts. */
  readonly salt: string;
}

/** A subtree's hash in hex, and the sum of all debts in it. */
export interface SumNode {
  readonly hash: string;
  readonly units: bigint;
}

/**
 * Builds Merkle sum trees, padded with empty leaves to a power of two, at least 256. Rejects with a
 * RangeError if a sum would not fit into 256 bits.
 */
export interface LiabilityTrees {
  /** Hashes all leaves, and yields to other work in between. */
  treeOf(leaves: readonly OwedLeaf[]): Promise<LiabilityTree>;
}

export interface LiabilityTree {
  readonly root: SumNode;
  /**
   * The siblings of the leaf at that index, from the lowest up. Throws a RangeError if it does not
   * exist.
   */
  pathOf(place: number): readonly SumNode[];
}
