/** What stands in a compact JWS that a key has signed. */
export interface SignedClaims {
  readonly type: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The keys that agents sign with: Ed25519 (RFC 8032), named by their thumbprints (RFC 7638). */
export interface AgentKeys {
  /** What the public key `x` of a JWK is named by; null where it is no such key, written as RFC 8037 has it. */
  keyIdOf(x: string): string | null;
  isSignedBy(x: string, signed: Uint8Array, signature: Uint8Array): boolean;
  /** Null where the text is no JWS of that key (RFC 7515, EdDSA). */
  readJws(x: string, jws: string): SignedClaims | null;
}
