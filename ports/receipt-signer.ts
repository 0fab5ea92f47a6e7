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

/** Signs receipts as JWS (RFC 7515, EdDSA of RFC 8037). The keys sign nothing else. */
export interface ReceiptSigner {
  createKey(): SealedReceiptKey;
  /**
   * In compact form. One key and the same claims make the same bytes every time. Throws where the
   * sealed key does not open.
   */
  sign(key: SealedReceiptKey, type: string, claims: object): string;
}
