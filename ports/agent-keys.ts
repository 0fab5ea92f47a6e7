/** The content of a compact JWS that a key has signed. */
export interface SignedClaims {
  readonly type: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * The keys that agents sign with: Ed25519 (RFC 8032), identified by their thumbprints (RFC 7638).
 */
export interface AgentKeys {
  /**
   * The thumbprint of the public key `x` of a JWK; null where `x` is not such a key, written as in
   * RFC 8037.
   */
  keyIdOf(x: string): string | null;
  isSignedBy(x: string, signed: Uint8Array, signature: Uint8Array): boolean;
  /** Null where the text is not a JWS of that key (RFC 7515, EdDSA). */
  readJws(x: string, jws: string): SignedClaims | null;
}
