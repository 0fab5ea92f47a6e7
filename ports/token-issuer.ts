/** The public half of a pass-signing key: RSA, 2,048 bits, exponent 65,537. */
export interface PassPublicKey {
  readonly kty: 'RSA';
  readonly alg: 'PS384';
  readonly key_ops: readonly ['verify'];
  readonly ext: true;
  /** The modulus, base64url. */
  readonly n: string;
  readonly e: 'AQAB';
}

/** A signing key; its private half is sealed, so that the store may keep it. */
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
 * keys have no other use (its section 6.2), and their private halves leave it only sealed.
 */
export interface TokenIssuerPort {
  createKey(): Promise<NewPassKey>;
  /** Whether this key may sign the number: of the modulus's length, above 1, below n - 1. */
  isSignable(key: PassPublicKey, blinded: Uint8Array): boolean;
  /**
   * Signs each value, in order. One key and one value always produce the same bytes. Throws
   * `SIGNER_BUSY` if it takes too long. Also throws if the sealed key does not open, or a signature
   * does not verify; then no signature may be returned.
   */
  blindSign(key: SealedPassKey, blinded: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
  verify(key: PassPublicKey, preparedMessage: Uint8Array, signature: Uint8Array): boolean;
  /**
   * How a pass may name its key at the beginning of its digits: 16 hex digits of the key's thumb.
   */
  tagOf(thumb: string): string;
  /**
   * The id of a spent pass, in hex. Derived from the message only, because it has many valid
   * signatures.
   */
  spendIdOf(preparedMessage: Uint8Array): string;
  /** The id of a claimed blinded value, in hex. */
  claimIdOf(blinded: Uint8Array): string;
}
