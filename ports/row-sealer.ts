/**
 * Creates message rows: HPKE in base mode, padded to one size. A row reveals neither the type of
 * its key nor whether it is a cover row.
 */
export interface RowSealer {
  /** Whether rows can be sealed to these bytes: an X25519 or MLKEM768-X25519 public key. */
  isAddress(address: Uint8Array): boolean;
  /** The row in base64. Throws if the text is longer than a row holds. */
  seal(address: Uint8Array, text: string): string;
  /** A row sealed to a discarded key, in base64, so that it can never be opened. */
  sealCover(): string;
  /** The bucket of an address on that day, `2026-11-23`. */
  bucketOf(address: Uint8Array, day: string): number;
  /** SHA-256 of a row, in hex. */
  hashOf(row: string): string;
}
