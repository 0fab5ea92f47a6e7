/** Who keeps the mint's log: what its heads and checkpoints are signed with. */
export interface MintIdentity {
  /** The log's name, for good: every leaf and every checkpoint says it. */
  readonly origin: string;
  /** Ed25519 (32 bytes) and ML-DSA-65 (1,952 bytes), one after the other, in base64. */
  readonly sigPub: string;
  /** Both private halves, so that the store may hold them. */
  readonly sealed: string;
}

/** Somebody who watches that the log only grows; its verifier keys as c2sp.org/signed-note has them. */
export interface MintWitness {
  readonly name: string;
  readonly vkeys: readonly string[];
}

/** A checkpoint of the log, and who cosigned it. */
export interface WatchedCheckpoint {
  /** A signed note, with the cosignatures below it. */
  readonly checkpoint: string;
  /** By witness: when it says that it saw this tree and no larger one. */
  readonly cosigned: readonly { readonly name: string; readonly atMs: number }[];
  readonly refused: readonly { readonly name: string; readonly why: string }[];
}

export interface HeadSignature {
  readonly mlSig: string;
  readonly edSig: string;
}

/**
 * A transparency log of the keys that sign passes: RFC 6962's tree over texts, checkpoints and
 * cosignatures of C2SP. It keeps nothing: the texts are the caller's, oldest first.
 */
export interface MintLogPort {
  /** None on a deployment that named none. */
  readonly witnesses: readonly MintWitness[];
  /** How many of them must cosign. */
  readonly quorum: number;
  /** Throws where this runtime cannot sign with ML-DSA-65. */
  createIdentity(): MintIdentity;
  /** The key of the log's checkpoints, for those who are to watch it. */
  logKeyOf(identity: Omit<MintIdentity, 'sealed'>): string;
  /** SHA-256 of `sigPub`, base64. */
  fingerprintOf(sigPub: string): string;
  rootOf(leaves: readonly string[]): string;
  leafHashOf(leaf: string): string;
  inclusionOf(leaves: readonly string[], index: number): readonly string[];
  /** Those of all leaves from that index on, in one walk. */
  inclusionsFrom(leaves: readonly string[], from: number): readonly (readonly string[])[];
  consistencyOf(leaves: readonly string[], fromSize: number): readonly string[];
  /** Signs both ways. Throws where the sealed keys do not open. */
  signHead(identity: MintIdentity, text: string): HeadSignature;
  /**
   * Signs the checkpoint of exactly these leaves and asks every witness; one that is down, refuses
   * or lies is among the refused, and never thrown.
   */
  cosign(identity: MintIdentity, leaves: readonly string[]): Promise<WatchedCheckpoint>;
}
