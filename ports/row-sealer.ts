/**
 * Makes rows of messages: HPKE in base mode, padded to one size. A row does not tell which kind of
 * key it is sealed to, nor that it is a cover row.
 */
export interface RowSealer {
  /** Whether rows can be sealed to these bytes: a public key of X25519, or of MLKEM768-X25519. */
  isAddress(address: Uint8Array): boolean;
  /** The row, in base64. Throws where the text is longer than a row holds. */
  seal(address: Uint8Array, text: string): string;
  /** A row sealed to a key that is thrown away, in base64: no one can ever open it. */
  sealCover(): string;
  /** The bucket of an address on that day, `2026-11-23`. */
  bucketOf(address: Uint8Array, day: string): number;
  /** SHA-256 of a row, in hex. */
  hashOf(row: string): string;
}
