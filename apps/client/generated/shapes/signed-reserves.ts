// Written by `npm run client:types` from the service's OpenAPI document.

export type SignedReserves = {
  /** A UTC day such as 2026-11-23. */
  readonly epoch: string;
  /** A JWS of type interline-reserves+jwt: what was held and owed in each asset, out of the books, and addresses: for each account a personal signature (EIP-191) of the three lines interline-reserves/v1, the epoch, and the SHA-256 of assets as compact JSON. */
  readonly jws: string;
  /** Its place in the log. */
  readonly index: number | null;
  /** A C2SP tlog-proof; null until the log contains it. */
  readonly proof: string | null;
  /** Epoch milliseconds by which the log must contain it; null with a proof. */
  readonly pendingUntil: number | null;
};
