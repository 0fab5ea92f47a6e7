/** The identity that signs a log's checkpoints and the mint's heads. */
export interface LogIdentity {
  /** The log's permanent name, part of every leaf and checkpoint. */
  readonly origin: string;
  /** Ed25519 (32 bytes) and ML-DSA-65 (1,952 bytes), concatenated, in base64. */
  readonly sigPub: string;
  /** Both private halves, sealed so that the store may keep them. */
  readonly sealed: string;
}

/**
 * A witness that checks that a log only grows; its verifier keys are in c2sp.org/signed-note
 * format.
 */
export interface LogWitness {
  readonly name: string;
  readonly vkeys: readonly string[];
}

/** A checkpoint of the log and its cosigners. */
export interface WatchedCheckpoint {
  /** A signed note, with the cosignatures below it. */
  readonly checkpoint: string;
  /** By witness: when it states that it saw this tree and no larger one. */
  readonly cosigned: readonly { readonly name: string; readonly atMs: number }[];
  readonly refused: readonly RefusedCheckpoint[];
}

/** A witness that did not cosign, or whose response was rejected. */
export interface RefusedCheckpoint {
  readonly name: string;
  readonly why: string;
  /**
   * The number of leaves it remembers that this tree does not extend: more than the tree has, or
   * different ones. Null if it refused for another reason.
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
  /** Index among the tiles of its level, from 0. */
  readonly place: number;
  /** How many hashes. */
  readonly width: number;
  /** Concatenated, in base64. */
  readonly hashes: string;
}

/** A text, or bytes. */
export type LogLeaf = string | Uint8Array;

/** The tree over the first `size` leaves of a log. */
export interface LogTree {
  readonly size: number;
  /**
   * The hashes of that tile; hashes that the log added later may follow. Null if it is not stored.
   */
  readTile(level: number, place: number): Promise<string | null>;
}

/**
 * Append-only logs of keys, rows or receipts: RFC 6962 trees over leaves, C2SP checkpoints and
 * cosignatures. It stores nothing: leaves and tiles belong to the caller. A root or a proof reads
 * at most two tiles per level, and no leaf.
 */
export interface TransparencyLogPort {
  /** Empty if the deployment named none. */
  readonly witnesses: readonly LogWitness[];
  /** How many of them must cosign. */
  readonly quorum: number;
  /** Throws if this runtime cannot sign with ML-DSA-65. */
  createIdentity(): LogIdentity;
  /** The key of the log's checkpoints, for its future witnesses. */
  logKeyOf(identity: Omit<LogIdentity, 'sealed'>): string;
  /** SHA-256 of `sigPub`, base64. */
  fingerprintOf(sigPub: string): string;
  /** For a log whose leaves are all in memory, oldest first. */
  treeOf(leaves: readonly LogLeaf[]): LogTree;
  /** In hex. */
  leafHashOf(leaf: LogLeaf): string;
  /** The tiles that are new or fuller after these leaves are appended to the tree. */
  tilesWith(tree: LogTree, leaves: readonly LogLeaf[]): Promise<readonly LogTile[]>;
  rootOf(tree: LogTree): Promise<string>;
  /** The inclusion paths of the leaves from that index up to another one. */
  inclusionsOf(
    tree: LogTree,
    fromIndex: number,
    toIndex: number,
  ): Promise<readonly (readonly string[])[]>;
  consistencyOf(tree: LogTree, fromSize: number): Promise<readonly string[]>;
  /** Signs with both keys. Throws if the sealed keys do not open. */
  signHead(identity: LogIdentity, text: string): HeadSignature;
  /** The signed note of exactly this tree, without cosignatures. */
  signCheckpoint(identity: LogIdentity, tree: LogTree): Promise<string>;
  /**
   * Whether the proof (c2sp.org/tlog-proof) shows the leaf in a checkpoint that this identity
   * signed under one of these names. Cosignatures are not checked.
   */
  isProven(
    identity: Omit<LogIdentity, 'sealed' | 'origin'>,
    origins: readonly string[],
    leaf: LogLeaf,
    proof: string,
  ): boolean;
  /**
   * Signs the checkpoint of exactly this tree and asks every witness. A witness that is down,
   * refuses or lies is listed as refused, never thrown. Throws if the process stops meanwhile.
   */
  cosign(identity: LogIdentity, tree: LogTree): Promise<WatchedCheckpoint>;
}
