/** Who keeps a log: what its checkpoints, and the mint's heads, are signed with. */
export interface LogIdentity {
  /** The log's name, for good: every leaf and every checkpoint says it. */
  readonly origin: string;
  /** Ed25519 (32 bytes) and ML-DSA-65 (1,952 bytes), one after the other, in base64. */
  readonly sigPub: string;
  /** Both private halves, so that the store may hold them. */
  readonly sealed: string;
}

/** Somebody who watches that a log only grows; its verifier keys as c2sp.org/signed-note has them. */
export interface LogWitness {
  readonly name: string;
  readonly vkeys: readonly string[];
}

/** A checkpoint of the log, and who cosigned it. */
export interface WatchedCheckpoint {
  /** A signed note, with the cosignatures below it. */
  readonly checkpoint: string;
  /** By witness: when it says that it saw this tree and no larger one. */
  readonly cosigned: readonly { readonly name: string; readonly atMs: number }[];
  readonly refused: readonly RefusedCheckpoint[];
}

/** Of a witness that did not cosign, or whose answer is not taken. */
export interface RefusedCheckpoint {
  readonly name: string;
  readonly why: string;
  /**
   * How many leaves it remembers that this tree does not go on from: more than the tree has, or
   * others. Null where it refused for another reason.
   */
  readonly remembers: number | null;
}

export interface HeadSignature {
  readonly mlSig: string;
  readonly edSig: string;
}

/** Up to 256 hashes of one level of a log's tree (c2sp.org/tlog-tiles). */
export interface LogTile {
  /** 0 for those of leaves; one of level 1 is the root over a full tile of level 0, and so on. */
  readonly level: number;
  /** Among the tiles of its level, from 0. */
  readonly place: number;
  /** How many hashes. */
  readonly width: number;
  /** One after the other, in base64. */
  readonly hashes: string;
}

/** A text, or bytes. */
export type LogLeaf = string | Uint8Array;

/** The tree over the first `size` leaves of a log. */
export interface LogTree {
  readonly size: number;
  /**
   * The hashes of that tile; those that the log has from a later size on may follow. Null where
   * none is kept.
   */
  readTile(level: number, place: number): Promise<string | null>;
}

/**
 * Logs that only grow, of keys, rows or receipts: RFC 6962's trees over leaves, checkpoints and
 * cosignatures of C2SP. It keeps nothing: leaves and tiles are the caller's. A root or a proof reads
 * two tiles at most of each level, and no leaf.
 */
export interface TransparencyLogPort {
  /** None on a deployment that named none. */
  readonly witnesses: readonly LogWitness[];
  /** How many of them must cosign. */
  readonly quorum: number;
  /** Throws where this runtime cannot sign with ML-DSA-65. */
  createIdentity(): LogIdentity;
  /** The key of the log's checkpoints, for those who are to watch it. */
  logKeyOf(identity: Omit<LogIdentity, 'sealed'>): string;
  /** SHA-256 of `sigPub`, base64. */
  fingerprintOf(sigPub: string): string;
  /** Of a log whose leaves are all at hand, oldest first. */
  treeOf(leaves: readonly LogLeaf[]): LogTree;
  /** In hex. */
  leafHashOf(leaf: LogLeaf): string;
  /** The tiles that are new or fuller once these leaves stand behind the tree's. */
  tilesWith(tree: LogTree, leaves: readonly LogLeaf[]): Promise<readonly LogTile[]>;
  rootOf(tree: LogTree): Promise<string>;
  /** The paths of the leaves from that index up to another one. */
  inclusionsOf(
    tree: LogTree,
    fromIndex: number,
    toIndex: number,
  ): Promise<readonly (readonly string[])[]>;
  consistencyOf(tree: LogTree, fromSize: number): Promise<readonly string[]>;
  /** Signs both ways. Throws where the sealed keys do not open. */
  signHead(identity: LogIdentity, text: string): HeadSignature;
  /** The signed note of exactly this tree, which no witness has seen. */
  signCheckpoint(identity: LogIdentity, tree: LogTree): Promise<string>;
  /**
   * Whether the proof, as c2sp.org/tlog-proof has it, shows the leaf in a checkpoint that this
   * identity signed under one of these names. Cosignatures are not asked for.
   */
  isProven(
    identity: Omit<LogIdentity, 'sealed' | 'origin'>,
    origins: readonly string[],
    leaf: LogLeaf,
    proof: string,
  ): boolean;
  /**
   * Signs the checkpoint of exactly this tree and asks every witness; one that is down, refuses
   * or lies is among the refused, and never thrown. Throws where the process stops meanwhile.
   */
  cosign(identity: LogIdentity, tree: LogTree): Promise<WatchedCheckpoint>;
}
