// Written by `npm run client:types` from the service's OpenAPI document.

export type TrialPasses = {
  /** In the order of the blinded values. */
  readonly blindSigs: readonly string[];
  /** The number of the key that signed. */
  readonly seq: number;
  /** SHA-256 of the key, RFC 7638. */
  readonly thumb: string;
  /** Trial passes left today; left out in the private lane. */
  readonly remainingToday?: number;
};
