export interface Entropy {
  /** Lower-case hex of that many random bytes from a cryptographic source. */
  hex(bytes: number): string;
}
