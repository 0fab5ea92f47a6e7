// Written by `npm run client:types` from the service's OpenAPI document.

export type ClaimedPasses = {
  /** In the order of the blinded values. */
  readonly blindSigs: readonly string[];
  /** The number of the key that signed. */
  readonly seq: number;
  /** SHA-256 of the key, RFC 7638. */
  readonly thumb: string;
  /** Passes of this invoice that were signed. */
  readonly issued: number;
  /** Passes that may still be claimed. */
  readonly remaining: number;
};
