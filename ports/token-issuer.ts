/** The public half of a key that signs passes: 2,048 bits of RSA, exponent 65,537. */
export interface PassPublicKey {
  readonly kty: 'RSA';
  readonly alg: 'PS384';
  readonly key_ops: readonly ['verify'];
  readonly ext: true;
  /** The modulus, base64url. */
  readonly n: string;
  readonly e: 'AQAB';
}

/** A key that signs: its private half is sealed, so that the store may hold it. */
export interface SealedPassKey {
  readonly publicKey: PassPublicKey;
  readonly sealed: string;
}

export interface NewPassKey extends SealedPassKey {
  /** RFC 7638: SHA-256 of the public key, base64url. */
  readonly thumb: string;
}

/**
 * Signs blinded passes and verifies presented ones: RSABSSA-SHA384-PSS-Randomized of RFC 9474. The
 * keys serve nothing else (its section 6.2), and their private halves leave it only sealed.
 */
export interface TokenIssuerPort {
  createKey(): Promise<NewPassKey>;
  /** Whether it is a number that this key may sign: of the modulus's length, above 1, below n - 1. */
  isSignable(key: PassPublicKey, blinded: Uint8Array): boolean;
  /**
   * Signs each value, in their order. One key and one value make the same bytes every time. Throws
   * `SIGNER_BUSY` where that takes too long, and where the sealed key does not open, or a signature
   * does not verify: none of them may leave then.
   */
  blindSign(key: SealedPassKey, blinded: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
  verify(key: PassPublicKey, preparedMessage: Uint8Array, signature: Uint8Array): boolean;
  /** How a pass may name its key, at the beginning of its digits: 16 of hex out of the key's thumb. */
  tagOf(thumb: string): string;
  /** What a spent pass is known by, in hex. Of the message alone: it has many valid signatures. */
  spendIdOf(preparedMessage: Uint8Array): string;
  /** What a blinded value that was claimed is known by, in hex. */
  claimIdOf(blinded: Uint8Array): string;
}
