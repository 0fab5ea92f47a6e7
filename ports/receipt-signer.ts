/** The public half of a key that signs receipts: Ed25519. */
export interface ReceiptPublicKey {
  /** RFC 7638: SHA-256 of the public key, base64url. */
  readonly kid: string;
  /** The public key, base64url. */
  readonly x: string;
}

/** With its private half sealed, so that the store may hold it. */
export interface SealedReceiptKey extends ReceiptPublicKey {
  readonly sealed: string;
}

/**
 * Signs receipts, the reserves of a day, plans and the card for agents, as JWS (RFC 7515, EdDSA of RFC
 * 8037), each with a type of its own. The keys sign nothing else.
 */
export interface ReceiptSigner {
  createKey(): SealedReceiptKey;
  /** False where its private half was sealed with another secret, or was changed. */
  opens(key: SealedReceiptKey): boolean;
  /**
   * In compact form. One key and the same claims make the same bytes every time. Throws where the
   * sealed key does not open.
   */
  sign(key: SealedReceiptKey, type: string, claims: object): string;
  /** The claims of a JWS of that type by one of these keys; null where it is none. */
  verify(jws: string, type: string, keys: readonly ReceiptPublicKey[]): unknown;
  /** The hash that a `kid` is, in hex. */
  thumbprintOf(kid: string): string;
  /** SHA-256 of a text, in hex. */
  hashOf(text: string): string;
  /** SHA-256 of a salt of 32 bytes, in hex, and a text behind it; in hex. */
  commitmentTo(text: string, salt: string): string;
}
