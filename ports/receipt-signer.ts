/** The public half of a key that signs receipts: Ed25519. */
export interface ReceiptPublicKey {
  /** RFC 7638: SHA-256 of the public key, base64url. */
  readonly kid: string;
  /** The public key, base64url. */
  readonly x: string;
}

/** With its private half sealed, so that the store may keep it. */
export interface SealedReceiptKey extends ReceiptPublicKey {
  readonly sealed: string;
}

/**
 * Signs receipts, a day's reserves, plans and the agent card as JWS (RFC 7515, EdDSA of RFC 8037),
 * each with its own type. The keys sign nothing else.
 */
export interface ReceiptSigner {
  createKey(): SealedReceiptKey;
  /** False if its private half was sealed with another secret, or was changed. */
  opens(key: SealedReceiptKey): boolean;
  /**
   * In compact form. One key and the same claims always produce the same bytes. Throws if the
   * sealed key does not open.
   */
  sign(key: SealedReceiptKey, type: string, claims: object): string;
  /** The claims of a JWS with that type by one of these keys; null otherwise. */
  verify(jws: string, type: string, keys: readonly ReceiptPublicKey[]): unknown;
  /** The hash behind a `kid`, in hex. */
  thumbprintOf(kid: string): string;
  /** SHA-256 of a text, in hex. */
  hashOf(text: string): string;
  /** SHA-256 of a 32-byte salt, given in hex, followed by a text; in hex. */
  commitmentTo(text: string, salt: string): string;
}
